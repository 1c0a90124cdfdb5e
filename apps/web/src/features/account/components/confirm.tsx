import { ConfirmDialog } from '@filemill/ui';
import { useTranslation } from 'react-i18next';

interface ConfirmProps {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A confirmation dialog of the account, with the texts that all of them share. */
export function Confirm(props: ConfirmProps) {
  const { t } = useTranslation('account');
  return <ConfirmDialog open cancel={t('dialog.keep')} closeLabel={t('dialog.close')} {...props} />;
}
