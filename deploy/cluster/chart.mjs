import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../local/paths.mjs';
import { clusterTools } from './tools.mjs';

const exec = promisify(execFile);
/** The boards alone are several hundred kilobytes. */
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 };

export const CHART = `${ROOT}/helm/filemill`;

/** Manifests of a stream of YAML documents; empty ones are left out. @throws {Error} for a document that is no YAML */
export function manifestsOf(text) {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() ?? [];
  });
}

/**
 * What the chart makes of values.
 *
 * @param {string[]} flags - such as `-f file`
 */
export async function renderChart(flags) {
  const { helm } = await clusterTools();
  const args = ['template', 'filemill', CHART, '--namespace', 'filemill', ...flags];
  return manifestsOf((await exec(helm, args, OUTPUT)).stdout);
}

/** What `kubectl apply -k` would send. @param {string} folder - below the checkout */
export async function renderKustomization(folder) {
  const { kubectl } = await clusterTools();
  return manifestsOf((await exec(kubectl, ['kustomize', `${ROOT}/${folder}`], OUTPUT)).stdout);
}
