import { type Column, Table } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import type { SchemaField } from './schema-fields.js';
import { WithCode } from './with-code.js';

/** A field or a parameter; parameters have a place. */
type Row = SchemaField & { readonly place?: string };

/** Names, types and meanings. What they mean comes from the service, in English. */
export function FieldsTable({ title, fields }: { title: string; fields: readonly Row[] }) {
  const { t } = useTranslation('docs');
  const place: Column<Row> = {
    id: 'place',
    head: t('endpoints.place'),
    cell: (row) => row.place,
  };
  return (
    <>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={fields}
        rowKey={(row) => `${row.place} ${row.name}`}
        columns={[
          {
            id: 'name',
            head: t('endpoints.name'),
            cell: ({ name }) => <span className="mono">{name}</span>,
            lead: true,
          },
          ...(fields.some((field) => field.place) ? [place] : []),
          { id: 'type', head: t('endpoints.type'), cell: ({ type }) => <span className="mono">{type}</span> },
          {
            id: 'required',
            head: t('endpoints.required'),
            cell: ({ isRequired }) => (isRequired ? t('endpoints.yes') : t('endpoints.no')),
          },
          {
            id: 'meaning',
            head: t('endpoints.meaning'),
            cell: ({ description }) =>
              description && (
                <span lang="en">
                  <WithCode text={description} />
                </span>
              ),
          },
        ]}
      />
    </>
  );
}
