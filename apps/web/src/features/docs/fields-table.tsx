import { type Column, Table } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { ApiText } from './api-text.js';
import type { SchemaField } from './schema-fields.js';

/** A field or a parameter; parameters have a place. */
type Row = SchemaField & { readonly place?: string };

/** Names, types and meanings. */
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
            cell: ({ isRequired }) => (
              <span className="nowrap">{isRequired ? t('endpoints.yes') : t('endpoints.no')}</span>
            ),
          },
          {
            id: 'meaning',
            head: t('endpoints.meaning'),
            cell: ({ textId, description }) => description && <ApiText id={textId} text={description} />,
          },
        ]}
      />
    </>
  );
}
