import type { Plan } from '@filemill/plans';
import { useToasts } from '@filemill/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { track } from '../../lib/analytics.js';
import { useSearchParams } from '../../lib/router.js';
import { useLocalNavigate } from '../../lib/use-language.js';
import { useLiveAccount } from '../../lib/use-live-account.js';

/** From the specification. */
const REDIRECT_MS = 2_000;

/**
 * Handles the return from the payment page: `?success=true` shows a toast at once and opens the dashboard 2 s later,
 * once the server has confirmed the payment; `?canceled=true` shows that nothing was bought.
 *
 * @param pro - for its price; undefined while it is not known
 * @returns whether the page waits for the server's confirmation
 */
export function useReturn(pro: Plan | undefined): { readonly isWaiting: boolean } {
  const { t } = useTranslation('billing');
  const { show } = useToasts();
  const navigate = useLocalNavigate();
  const [search, setSearch] = useSearchParams();
  const [hasPaid, setPaid] = useState(false);
  const plan = useLiveAccount(hasPaid).data?.user.plan;
  const isConfirmed = hasPaid && plan === 'pro';
  const told = useRef(false);
  useEffect(() => {
    const success = search.get('success') === 'true';
    const canceled = search.get('canceled') === 'true';
    if (told.current || (!success && !canceled)) return;
    told.current = true;
    if (success) {
      setPaid(true);
      show('success', t('success.title'), t('success.text'));
    } else show('danger', t('canceled.title'), t('canceled.text'));
    // So that a reload, or the page from the history, does not show it again.
    setSearch({}, { replace: true });
  }, [search, setSearch, show, t]);
  const price = pro?.priceMinor;
  const currency = pro?.currency;
  const counted = useRef(false);
  useEffect(() => {
    if (!isConfirmed) return;
    if (!counted.current && price !== undefined && currency !== undefined) {
      counted.current = true;
      track({ name: 'subscription_purchase', amountMinor: price, currency });
    }
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed, navigate, price, currency]);
  return { isWaiting: hasPaid && !isConfirmed };
}
