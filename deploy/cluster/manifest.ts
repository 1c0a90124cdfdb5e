import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { IJob } from 'kubernetes-models/batch/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { INode, IPod, IPodSpec, IService } from 'kubernetes-models/v1';

/** A manifest of any kind. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Types of the kinds that the chart's tests look into. */
export interface Kinds {
  Deployment: IDeployment;
  ExternalSecret: IExternalSecret;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Job: IJob;
  NetworkPolicy: INetworkPolicy;
  Pod: IPod;
  PrometheusRule: IPrometheusRule;
  ScaledObject: IScaledObject;
}

interface List<Item> {
  readonly items: readonly Item[];
}

/** What the API server returns, by kubectl's names. */
export interface Resources {
  deployment: IDeployment;
  deployments: List<IDeployment>;
  nodes: List<INode>;
  pod: IPod;
  pods: List<IPod>;
  service: IService;
}

/** Whether a manifest is of a kind. */
export const isKind = <Kind extends keyof Kinds>(
  manifest: Manifest,
  kind: Kind,
): manifest is Kinds[Kind] & Manifest => manifest.kind === kind;

/** The pod that a manifest describes; undefined for a manifest of another kind. */
export function podSpecOf(manifest: Manifest): IPodSpec | undefined {
  if (isKind(manifest, 'Pod')) return manifest.spec;
  if (isKind(manifest, 'Deployment') || isKind(manifest, 'Job')) return manifest.spec?.template.spec;
  return undefined;
}
