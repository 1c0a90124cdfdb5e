import type { PageFrame } from './frame.js';
import type { Field, Link, OutlineEntry } from './model.js';
import type { Pdfium } from './pdfium.js';

const MAX_LINKS = 5_000;
const MAX_FIELDS = 5_000;
const MAX_BOOKMARKS = 5_000;
const MAX_LEVELS = 32;
/** PDFACTION_*. */
const ACTIONS = { goTo: 1, uri: 3 } as const;
const WIDGET = 20;
/** FPDF_FORMFIELD_*. */
const FIELD_KINDS: Readonly<Record<number, Field['kind']>> = {
  ...{ 2: 'checkbox', 3: 'radio', 4: 'choice', 5: 'choice', 6: 'text' },
};
/** Others could start programs or read files where the Word file is opened. */
const SAFE_ADDRESS = /^(?:https?|ftp|mailto):/i;

/** Areas of a page that lead somewhere. */
export function readLinks(pdfium: Pdfium, document: number, page: number, frame: PageFrame): Link[] {
  const { call, scratch } = pdfium;
  const links: Link[] = [];
  pdfium.setInt(0, 0);
  while (links.length < MAX_LINKS && call.FPDFLink_Enumerate(page, scratch, scratch + 4)) {
    const next = pdfium.int(0);
    const link = pdfium.int(4);
    if (call.FPDFLink_GetAnnotRect(link, scratch)) {
      const box = frame.box(pdfium.float(0), pdfium.float(4), pdfium.float(8), pdfium.float(12));
      const target = targetOf(
        pdfium,
        document,
        call.FPDFLink_GetAction(link),
        call.FPDFLink_GetDest(document, link),
      );
      if (target) links.push({ ...box, ...target });
    }
    pdfium.setInt(next, 0);
  }
  return links;
}

function targetOf(
  pdfium: Pdfium,
  document: number,
  action: number,
  destination: number,
): Pick<Link, 'address' | 'page'> | undefined {
  const { call } = pdfium;
  const kind = action === 0 ? 0 : call.FPDFAction_GetType(action);
  if (kind === ACTIONS.uri) {
    const address = pdfium
      .text8((at, bytes) => call.FPDFAction_GetURIPath(document, action, at, bytes))
      .trim();
    return SAFE_ADDRESS.test(address) ? { address } : undefined;
  }
  const place = kind === ACTIONS.goTo ? call.FPDFAction_GetDest(document, action) : destination;
  const page = place === 0 ? -1 : call.FPDFDest_GetDestPageIndex(document, place);
  return page >= 0 ? { page } : undefined;
}

/** @param form - handle of the form environment of the document */
export function readFields(pdfium: Pdfium, form: number, page: number, frame: PageFrame): Field[] {
  const { call, scratch } = pdfium;
  const fields: Field[] = [];
  const count = Math.min(MAX_FIELDS, call.FPDFPage_GetAnnotCount(page));
  for (let at = 0; at < count; at++) {
    const annotation = call.FPDFPage_GetAnnot(page, at);
    if (annotation === 0) continue;
    const isWidget = call.FPDFAnnot_GetSubtype(annotation) === WIDGET;
    const kind = isWidget ? FIELD_KINDS[call.FPDFAnnot_GetFormFieldType(form, annotation)] : undefined;
    if (kind && call.FPDFAnnot_GetRect(annotation, scratch)) {
      const box = frame.box(pdfium.float(0), pdfium.float(4), pdfium.float(8), pdfium.float(12));
      const name = pdfium.text16((place, bytes) =>
        call.FPDFAnnot_GetFormFieldName(form, annotation, place, bytes),
      );
      fields.push({ ...box, kind, name, value: fieldValue(pdfium, form, annotation, kind) });
    }
    call.FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

function fieldValue(pdfium: Pdfium, form: number, annotation: number, kind: Field['kind']): string {
  const { call } = pdfium;
  if (kind === 'checkbox' || kind === 'radio') return call.FPDFAnnot_IsChecked(form, annotation) ? '1' : '';
  return pdfium.text16((place, bytes) => call.FPDFAnnot_GetFormFieldValue(form, annotation, place, bytes));
}

/** The bookmarks of a document, in their order. */
export function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const { call } = pdfium;
  const entries: OutlineEntry[] = [];
  /** A damaged outline may lead back to itself. */
  const seen = new Set<number>();
  const walk = (first: number, level: number): void => {
    for (let at = first; at !== 0; at = call.FPDFBookmark_GetNextSibling(document, at)) {
      if (seen.has(at) || entries.length >= MAX_BOOKMARKS) return;
      seen.add(at);
      const title = pdfium.text16((place, bytes) => call.FPDFBookmark_GetTitle(at, place, bytes));
      const action = call.FPDFBookmark_GetAction(at);
      const target = targetOf(pdfium, document, action, call.FPDFBookmark_GetDest(document, at));
      entries.push({ level, title, ...(target?.page !== undefined && { page: target.page }) });
      if (level < MAX_LEVELS) walk(call.FPDFBookmark_GetFirstChild(document, at), level + 1);
    }
  };
  walk(call.FPDFBookmark_GetFirstChild(document, 0), 0);
  return entries;
}
