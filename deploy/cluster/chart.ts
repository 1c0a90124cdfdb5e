import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '@filemill/local-stack';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';
import { clusterTools } from './tools.ts';

const exec = promisify(execFile);
/** The dashboards alone are several hundred kilobytes. */
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 };

/** The folder of the chart. */
export const CHART = `${ROOT}/helm/filemill`;

/**
 * Manifests of a stream of YAML documents; empty documents are left out.
 *
 * @throws {Error} for a document that is not YAML
 */
function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document): Manifest[] => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() ?? [];
  });
}

/**
 * The manifests of the chart with given values.
 *
 * @param flags - of helm, such as `-f file`
 */
export async function renderChart(flags: readonly string[]): Promise<Manifest[]> {
  const { helm } = await clusterTools();
  const args = ['template', 'filemill', CHART, '--namespace', 'filemill', ...flags];
  return manifestsOf((await exec(helm, args, OUTPUT)).stdout);
}

/** What `kubectl apply -k` would send. @param folder - below the checkout */
export async function renderKustomization(folder: string): Promise<Manifest[]> {
  const { kubectl } = await clusterTools();
  return manifestsOf((await exec(kubectl, ['kustomize', `${ROOT}/${folder}`], OUTPUT)).stdout);
}
