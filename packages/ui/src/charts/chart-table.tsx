import type { ChartProps } from './types.js';

/** The data of a chart for people who do not see it. */
export function ChartTable({ label, series, rows, rowHead, format }: ChartProps) {
  return (
    <div className="vh">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{rowHead}</th>
            {series.map(({ id, label: name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label: name, values }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one.id}>{format(values[one.id] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
