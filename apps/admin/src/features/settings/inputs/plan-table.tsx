import { PLAN_IDS } from '@filemill/product';
import { Card, type Column, Table } from '@filemill/ui';
import { useTranslation } from 'react-i18next';
import { FIELD_GROUPS } from '../draft/fields.js';
import type { Editor } from '../draft/use-draft.js';
import { fieldLabel } from '../texts.js';
import { PlanCell } from './plan-cell.js';

/** Every field of the plan table, for all three plans. */
export function PlanTable({ editor }: { editor: Editor }) {
  const { t } = useTranslation('settings');
  return (
    <Card flush title={t('table.title')} className="plans">
      {FIELD_GROUPS.map(({ id, fields }) => {
        const columns: readonly Column<string>[] = [
          { id: 'field', head: t(`group.${id}`), lead: true, cell: (field) => fieldLabel(t, field) },
          ...PLAN_IDS.map((plan) => ({
            id: plan,
            head: t(`plan.${plan}`),
            cell: (field: string) => <PlanCell plan={plan} field={field} editor={editor} />,
          })),
        ];
        return (
          <Table
            key={id}
            label={t(`group.${id}`)}
            columns={columns}
            rows={fields}
            rowKey={(field) => field}
          />
        );
      })}
    </Card>
  );
}
