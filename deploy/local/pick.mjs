/** The named values that are set. */
export const pick = (source, names) =>
  Object.fromEntries(names.filter((name) => source[name]).map((name) => [name, source[name]]));
