/** The named values that are set. */
export const pick = (
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = source[name];
      return value ? [[name, value]] : [];
    }),
  );
