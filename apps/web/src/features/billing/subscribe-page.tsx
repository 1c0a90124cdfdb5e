import '../../styles/subscribe.css';
import { Button, buttonClass, ErrorState, Icon, Note, Stone, useToasts } from '@filemill/ui';
import { ApiError, errorText, requestJson, useAccount, useSession } from '@filemill/web-client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight, House, LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { plansQuery } from '../../lib/api/public-data.js';
import { LocalLink } from '../../lib/local-link.js';
import { useLocalNavigate } from '../../lib/use-language.js';
import { PlanOffer } from './plan-offer.js';
import { useReturn } from './use-return.js';

/** Checked before any call to the server: nobody is signed in. */
class NotSignedIn extends Error {}

/** The plans side by side, and the way to Pro. */
export function SubscribePage() {
  const { t } = useTranslation(['billing', 'errors']);
  const { show } = useToasts();
  const navigate = useLocalNavigate();
  const session = useSession();
  const user = useAccount().data?.user;
  const { data: plans, error, refetch } = useQuery(plansQuery);
  const { isWaiting } = useReturn(plans?.pro);
  const checkout = useMutation({
    mutationFn: async () => {
      if (!session) throw new NotSignedIn();
      const answer = await requestJson('POST', '/api/create-checkout-session');
      if (answer.status === 'created' && !answer.checkoutUrl) throw new Error(t('failed.noUrl'));
      return answer;
    },
    onSuccess: (answer) => {
      if (answer.status === 'created') return location.assign(answer.checkoutUrl);
      show('info', t('already.title'), t('already.text'));
      navigate(paths.dashboard);
    },
    onError: (failure) => show('danger', t('failed.title'), sentenceOf(failure)),
  });
  function sentenceOf(failure: Error): string {
    if (failure instanceof NotSignedIn) return t('failed.signIn');
    return failure instanceof ApiError ? errorText(t, failure) : failure.message;
  }
  if (checkout.error) {
    const isStranger = checkout.error instanceof NotSignedIn;
    return (
      <section className="page sub__error">
        <ErrorState
          isPage
          title={t('failed.title')}
          text={sentenceOf(checkout.error)}
          action={
            <div className="sub__ways">
              <LocalLink className={buttonClass({ look: 'accent' })} to={paths.home}>
                <Icon of={House} />
                {t('failed.home')}
              </LocalLink>
              {isStranger ? (
                <LocalLink className={buttonClass()} to={paths.auth}>
                  <Icon of={LogIn} />
                  {t('failed.login')}
                </LocalLink>
              ) : (
                <Button onClick={checkout.reset}>{t('failed.retry')}</Button>
              )}
            </div>
          }
        />
      </section>
    );
  }
  const isBusy = checkout.isPending || (checkout.isSuccess && checkout.data.status === 'created');
  return (
    <section className="page sub">
      <header className="sub__head">
        <h1>{t('title')}</h1>
        <p className="muted">{t('lead')}</p>
      </header>
      {isWaiting && (
        <Note>
          <b className="strong">{t('waiting.title')}</b>
          <br />
          {t('waiting.text')}
        </Note>
      )}
      {error && (
        <ErrorState
          title={t('loadError')}
          text={errorText(t, error)}
          retry={t('failed.retry')}
          onRetry={() => void refetch()}
        />
      )}
      <div className="plans sub__plans" aria-busy={!plans && !error}>
        {!plans && !error && (
          <>
            <div className="sk plan__sk" />
            <div className="sk plan__sk" />
          </>
        )}
        {plans && (
          <>
            <PlanOffer id="free" plan={plans.free}>
              {session ? (
                <p className="plan__later">{user?.plan === 'free' && t('offer.current')}</p>
              ) : (
                <LocalLink className={buttonClass({ size: 'large', block: true })} to={paths.register}>
                  {t('offer.register')}
                </LocalLink>
              )}
            </PlanOffer>
            <PlanOffer id="pro" plan={plans.pro}>
              {user?.plan === 'pro' ? (
                <LocalLink
                  className={buttonClass({ look: 'onInk', size: 'large', block: true })}
                  to={paths.dashboard}
                >
                  {t('offer.isPro')}
                  <Icon of={ArrowRight} />
                </LocalLink>
              ) : (
                <Button
                  look="onInk"
                  size="large"
                  block
                  aria-busy={isBusy}
                  disabled={isWaiting}
                  onClick={() => !isBusy && checkout.mutate()}
                >
                  {isBusy && <Stone className="btn__stone" />}
                  {isBusy ? t('offer.creating') : t('offer.upgrade')}
                </Button>
              )}
            </PlanOffer>
          </>
        )}
      </div>
      <p className="muted small sub__small">{t('small')}</p>
    </section>
  );
}
