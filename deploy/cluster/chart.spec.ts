import { readFileSync } from 'node:fs';
import { run } from '@filemill/local-stack';
import { LANES, type Lane } from '@filemill/product';
import { planMemory } from '@filemill/worker/testing';
import { describe, expect, it } from '@jest/globals';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';
import { CHART, renderChart, renderKustomization } from './chart.ts';
import { isKind, type Kinds, type Manifest, podSpecOf } from './manifest.ts';
import { findFaults } from './schemas.ts';
import { clusterTools } from './tools.ts';
import { TABLE_FILE, valuesTable } from './values-table.ts';

const VALUES = {
  small: `${CHART}/ci/small.yaml`,
  production: `${CHART}/ci/production.yaml`,
  'no-keda': `${CHART}/ci/no-keda.yaml`,
  local: `${CHART}/values-local.yaml`,
};
const names = ['small', 'production', 'no-keda', 'local'] as const;
/** Rendered once each. */
const rendered = new Map<string, Promise<Manifest[]>>();
function render(name: keyof typeof VALUES): Promise<Manifest[]> {
  const manifests = rendered.get(name) ?? renderChart(['-f', VALUES[name]]);
  rendered.set(name, manifests);
  return manifests;
}
/** The package's schema requires the name of its own model where the operator requires a PersistentVolumeClaim's. */
const WRONG_MODEL =
  'data/spec/storage/volumeClaimTemplate/apiVersion must be equal to one of the allowed values';

type OfKind<Kind extends keyof Kinds> = Kinds[Kind] & Manifest;

const ofKind = <Kind extends keyof Kinds>(manifests: readonly Manifest[], kind: Kind): OfKind<Kind>[] =>
  manifests.filter((manifest): manifest is OfKind<Kind> => isKind(manifest, kind));

const named = <Kind extends keyof Kinds>(
  manifests: readonly Manifest[],
  kind: Kind,
  name: string,
): OfKind<Kind> | undefined =>
  ofKind(manifests, kind).find(({ metadata }) => metadata?.name === `filemill-${name}`);

/** @throws {Error} if the manifest describes no pod */
function podOf(manifest: Manifest | undefined): IPodSpec {
  const pod = manifest && podSpecOf(manifest);
  if (!pod) throw new Error(`${manifest?.kind} ${manifest?.metadata?.name} describes no pod`);
  return pod;
}

/** The first container of a pod. */
function containerOf(manifest: Manifest | undefined): IContainer {
  const [container] = podOf(manifest).containers;
  if (!container) throw new Error(`${manifest?.metadata?.name} has no container`);
  return container;
}

const envOf = (manifest: Manifest | undefined): Record<string, string> =>
  Object.fromEntries((containerOf(manifest).env ?? []).map(({ name, value }) => [name, value ?? '']));

const workersOf = (manifests: readonly Manifest[]): (Manifest | undefined)[] =>
  LANES.map((lane) => named(manifests, 'Deployment', `worker-${lane}`));

const weightOf = ({ metadata }: Manifest): number =>
  Number(metadata?.annotations?.['helm.sh/hook-weight'] ?? 0);

const MEMORY_UNITS: Readonly<Record<string, number>> = { Mi: 1024 ** 2, Gi: 1024 ** 3 };

/** What a worker's Deployment says of its lane: conversions at once, and the memory for them. */
function slotsOf(worker: Manifest | undefined): { lane: Lane; slots: number; memoryBytes: number } {
  const env = envOf(worker);
  const lane = LANES.find((name) => name === env.LANES);
  if (!lane) throw new Error(`There is no lane ${env.LANES}`);
  const memory = String(containerOf(worker).resources?.limits?.memory);
  const [, amount, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(memory) ?? [];
  return {
    lane,
    slots: Number(env[`SLOTS_${lane.toUpperCase()}`]),
    memoryBytes: Number(amount) * (MEMORY_UNITS[unit] ?? Number.NaN),
  };
}

async function faultsOf(manifests: readonly Manifest[]): Promise<string[]> {
  const faults = manifests.map(async (manifest) =>
    (await findFaults(manifest)).map((fault) => `${manifest.kind} ${manifest.metadata?.name} ${fault}`),
  );
  return (await Promise.all(faults)).flat();
}

describe('schemas', () => {
  it('report an unknown field, a wrong type and an unknown kind of resource', async () => {
    const pod = (spec: unknown) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
    const container = { name: 'a', image: 'b' };
    expect(await findFaults(pod({ containers: [container] }))).toEqual([]);
    expect(await findFaults(pod({ containers: [{ ...container, imagePullPolcy: 'Always' }] }))).toEqual([
      '/spec/containers/0/imagePullPolcy: no such field',
    ]);
    expect(await findFaults(pod({ containers: [container], securityContext: { typo: 1 } }))).toHaveLength(1);
    expect(await findFaults(pod({ containers: 'one' }))).not.toEqual([]);
    await expect(findFaults({ apiVersion: 'apps/v1', kind: 'Deploymnt' })).rejects.toThrow('Deploymnt');
  });
});

describe('the chart', () => {
  it.each(names)('passes helm lint with the values %s', async (name) => {
    const { helm } = await clusterTools();
    const { code, output } = await run(helm, ['lint', '--strict', CHART, '-f', VALUES[name]], {
      check: false,
    });
    expect({ code, output }).toMatchObject({ code: 0 });
  });

  it.each(names)('renders manifests whose every field Kubernetes knows, with the values %s', async (name) => {
    const manifests = await render(name);
    expect(manifests.length).toBeGreaterThan(50);
    expect(await faultsOf(manifests)).toEqual([]);
  });

  it.each([
    ['services.gateway.replica=3', 'additional properties'],
    ['publicUrl=convert.example.com', 'publicUrl'],
    ['services.worker-font.lane=fonts', 'lane'],
    ['networkPolicy.peers.store.to[0].ipBlock.cidr=169.254.169.254/32', 'metadata address'],
  ])('refuses %s', async (value, reason) => {
    await expect(renderChart(['-f', VALUES.small, '--set', value])).rejects.toThrow(reason);
  });

  it.each(names)('renders only pods that fulfil the restricted profile, with the values %s', async (name) => {
    const pods = (await render(name)).flatMap((manifest) => podSpecOf(manifest) ?? []);
    expect(pods.length).toBeGreaterThanOrEqual(14);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: expect.any(String) },
      });
      expect(pod.securityContext?.seccompProfile?.type).not.toBe('Unconfined');
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources?.limits?.memory).toBeDefined();
      }
      for (const volume of pod.volumes ?? [])
        expect(volume.emptyDir?.sizeLimit ?? volume.configMap).toBeDefined();
    }
  });

  it('lets every pod look up full names first, and call services by their full names', async () => {
    const manifests = await render('small');
    for (const { dnsConfig } of manifests.flatMap((manifest) => podSpecOf(manifest) ?? []))
      expect(dnsConfig?.options).toContainEqual({ name: 'ndots', value: '2' });
    const env = Object.entries(envOf(named(manifests, 'Deployment', 'gateway')));
    const addresses = env.filter(([name]) => name.endsWith('_ADDRESS')).map(([, value]) => value);
    expect(addresses).toHaveLength(4);
    for (const address of addresses) expect(address).toMatch(/^dns:\/\/\/.+\.svc\.cluster\.local:\d+$/);
  });

  it('gives each lane a Deployment with its lane, a grace of its longest job plus a minute, and the profile', async () => {
    const manifests = await render('small');
    for (const lane of LANES) {
      const worker = named(manifests, 'Deployment', `worker-${lane}`);
      const pod = podOf(worker);
      const env = envOf(worker);
      expect(env.LANES).toBe(lane);
      expect(pod.terminationGracePeriodSeconds).toBe(Number(env.DRAIN_GRACE_SECONDS) + 60);
      expect(pod.securityContext?.seccompProfile).toEqual({
        type: 'Localhost',
        localhostProfile: 'filemill/jail.json',
      });
    }
  });

  it('scales each lane with KEDA on waiting, prioritized and active jobs, and keeps a pod for delayed ones', async () => {
    const manifests = await render('production');
    for (const lane of LANES) {
      const spec = named(manifests, 'ScaledObject', `worker-${lane}`)?.spec;
      const { slots } = slotsOf(named(manifests, 'Deployment', `worker-${lane}`));
      expect(spec?.advanced?.scalingModifiers?.formula).toBe(
        `waiting + prioritized + active + (delayed > ${slots}.0 ? ${slots}.0 : delayed)`,
      );
      expect(
        Object.fromEntries((spec?.triggers ?? []).map(({ name, metadata }) => [name, metadata.listName])),
      ).toEqual({
        waiting: `bull:convert-${lane}:wait`,
        prioritized: `bull:convert-${lane}:prioritized`,
        active: `bull:convert-${lane}:active`,
        delayed: `bull:convert-${lane}:delayed`,
      });
      expect(named(manifests, 'HorizontalPodAutoscaler', `worker-${lane}`)).toBeUndefined();
      expect(named(manifests, 'Deployment', `worker-${lane}`)?.spec?.replicas).toBeUndefined();
    }
  });

  it('scales on CPU without KEDA, and then keeps at least one pod in each lane', async () => {
    const manifests = await render('no-keda');
    expect(ofKind(manifests, 'ScaledObject')).toEqual([]);
    for (const lane of LANES)
      expect(
        named(manifests, 'HorizontalPodAutoscaler', `worker-${lane}`)?.spec?.minReplicas,
      ).toBeGreaterThan(0);
  });

  it('asks the cluster whether KEDA and the Prometheus Operator are there', async () => {
    const auto = [
      '-f',
      VALUES['no-keda'],
      '--set',
      'keda.mode=auto,monitoring.mode=auto,redis.address=redis:6379',
    ];
    const apis = ['--api-versions', 'keda.sh/v1alpha1', '--api-versions', 'monitoring.coreos.com/v1'];
    const kinds = (manifests: readonly Manifest[]) => new Set(manifests.map(({ kind }) => kind));
    expect(kinds(await renderChart(auto)).has('ScaledObject')).toBe(false);
    const found = kinds(await renderChart([...auto, ...apis]));
    expect(['ScaledObject', 'ServiceMonitor', 'PrometheusRule'].every((kind) => found.has(kind))).toBe(true);
  });

  it('lets workers reach the name service, Redis, the store and usage, and nothing else', async () => {
    const manifests = await render('small');
    for (const lane of LANES) {
      const { egress = [], ingress = [] } = named(manifests, 'NetworkPolicy', `worker-${lane}`)?.spec ?? {};
      const ports = egress.map(({ ports }) => ports?.map(({ port }) => port).join());
      expect(ports).toEqual(['53,53', '6379', '443', '3103']);
      expect(egress.every(({ to = [] }) => to.length > 0)).toBe(true);
      expect(ingress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([9090]);
    }
  });

  it.each(names)('allows no access to the metadata address with the values %s', async (name) => {
    const blocks = ofKind(await render(name), 'NetworkPolicy').flatMap(({ spec }) =>
      (spec?.egress ?? []).flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])),
    );
    for (const { cidr, except } of blocks.filter(({ cidr }) => cidr.endsWith('/0')))
      expect(except).toContain(cidr.includes(':') ? 'fd00:ec2::254/128' : '169.254.0.0/16');
  });

  it('starts no pod before its dependencies answer, and keeps the gateway reachable while they do not', async () => {
    for (const deployment of ofKind(await render('small'), 'Deployment')) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(deployment);
      const isGateway = deployment.metadata?.name === 'filemill-gateway';
      expect(startupProbe?.httpGet?.path).toBe('/readyz');
      expect(readinessProbe?.httpGet?.path).toBe(isGateway ? '/healthz' : '/readyz');
      expect(livenessProbe?.httpGet?.path).toBe('/healthz');
    }
  });

  it.each(names)(
    'ends a pod that hangs within 10 s, even if its drain time is longer, with the values %s',
    async (name) => {
      const deployments = ofKind(await render(name), 'Deployment');
      const graces = deployments.map((manifest) => podOf(manifest).terminationGracePeriodSeconds ?? 0);
      expect(Math.max(...graces)).toBeGreaterThan(600);
      for (const manifest of deployments) {
        const { livenessProbe } = containerOf(manifest);
        expect(livenessProbe?.terminationGracePeriodSeconds).toBeGreaterThan(0);
        expect(livenessProbe?.terminationGracePeriodSeconds).toBeLessThanOrEqual(10);
      }
    },
  );

  it.each(names)(
    'gives each worker the memory of all its conversions at once with the values %s',
    async (name) => {
      for (const worker of workersOf(await render(name))) {
        const { lane, slots, memoryBytes } = slotsOf(worker);
        expect(planMemory(new Map([[lane, { slots, chosen: true }]]), memoryBytes)).toMatchObject({
          fits: true,
        });
      }
    },
  );

  it.each(['pre-install', 'pre-upgrade'])(
    'creates each Secret that a hook needs before the hook, at %s',
    async (event) => {
      const external = ['--set', 'externalSecrets.enabled=true,externalSecrets.store.name=vault'];
      const owner = ['--set', 'secrets.databaseOwner.optional=false'];
      const manifests = await renderChart(['-f', VALUES.small, ...external, ...owner]);
      const hooks = manifests
        .filter(({ metadata }) => metadata?.annotations?.['helm.sh/hook']?.split(',').includes(event))
        .sort((a, b) => weightOf(a) - weightOf(b));
      const needed = hooks.flatMap((hook, place) => {
        if (hook.kind !== 'Job') return [];
        const env = podOf(hook).containers.flatMap((container) => container.env ?? []);
        return env.map(({ valueFrom }) => ({
          name: valueFrom?.secretKeyRef?.name,
          key: valueFrom?.secretKeyRef?.key,
          earlier: hooks.slice(0, place),
        }));
      });
      expect(needed).toHaveLength(5);
      for (const { name, key, earlier } of needed) {
        const maker = ofKind(earlier, 'ExternalSecret').find(({ spec }) => spec?.target?.name === name);
        expect(maker?.spec?.data?.map(({ secretKey }) => secretKey)).toContain(key);
      }
    },
  );

  it('gives a worker no database, and no secret but its own', async () => {
    for (const worker of workersOf(await render('production'))) {
      const secrets = (containerOf(worker).env ?? []).flatMap(
        ({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? [],
      );
      expect(new Set(secrets)).toEqual(new Set(['filemill-workers']));
    }
  });

  it('contains exactly the committed rules and dashboards, which other tests check', async () => {
    const manifests = await render('production');
    const rules = ofKind(manifests, 'PrometheusRule');
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.every(({ spec }) => (spec.groups ?? []).length > 0)).toBe(true);
  });
});

describe('values tables', () => {
  it('are current (npm run gen)', () => {
    expect(readFileSync(TABLE_FILE, 'utf8')).toBe(valuesTable());
  });
});

describe('k8s', () => {
  it.each(['k8s/policies', 'k8s/seccomp', 'k8s/monitoring/own', 'k8s/local'])(
    '%s has only fields that Kubernetes knows',
    async (folder) => {
      const faults = await faultsOf(await renderKustomization(folder));
      expect(faults.filter((fault) => !fault.includes(WRONG_MODEL))).toEqual([]);
    },
  );
});
