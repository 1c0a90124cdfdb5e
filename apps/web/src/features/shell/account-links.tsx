import { buttonClass } from '@filemill/ui';
import { logout, useAccount, useSession } from '@filemill/web-client';
import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths.js';
import { LocalLink } from '../../lib/local-link.js';
import { type AuthMode, useAuthDialog } from '../../lib/use-auth-dialog.js';
import { useNavLinks } from './use-nav-links.js';

/** Looks of the links in the header, where only the main one always has room, and in the menu. */
type Place = 'header' | 'menu';

interface LinkProps {
  place: Place;
  /** From which width it stands in the header; below it, in the menu alone. */
  from?: 'phone' | 'tablet' | 'desktop';
}

const HEADER_CLASSES = {
  phone: buttonClass(),
  tablet: `${buttonClass({ look: 'ghost' })} tablet-up`,
  desktop: `${buttonClass({ look: 'ghost' })} wide-only`,
};

const classOf = ({ place, from = 'desktop' }: LinkProps): string =>
  place === 'menu' ? 'menu__item' : HEADER_CLASSES[from];

/** Opens the dialog on the home page, and leads to the page of the same purpose elsewhere. */
function SignInLink({ mode, label, ...place }: LinkProps & { mode: AuthMode; label: string }) {
  const { isHome } = useNavLinks();
  const dialog = useAuthDialog();
  const to = mode === 'login' ? paths.auth : paths.register;
  return isHome ? (
    <button type="button" className={classOf(place)} onClick={() => dialog.open(mode)}>
      {label}
    </button>
  ) : (
    <LocalLink to={to} className={classOf(place)}>
      {label}
    </LocalLink>
  );
}

/** Login and Sign Up for visitors; dashboard, upgrade, admin and logout for those who have signed in. */
export function AccountLinks({ place }: { place: Place }) {
  const { t } = useTranslation();
  const session = useSession();
  const user = useAccount().data?.user;
  if (!session) {
    return (
      <>
        <SignInLink place={place} from="tablet" mode="login" label={t('account.login')} />
        <SignInLink place={place} from="phone" mode="register" label={t('account.signUp')} />
      </>
    );
  }
  const plan = user?.plan ?? session.user?.plan;
  return (
    <>
      {user?.isAdmin && (
        <a href={paths.admin} className={classOf({ place })}>
          {t('account.admin')}
        </a>
      )}
      {plan === 'free' && (
        <LocalLink to={paths.subscribe} className={classOf({ place })}>
          {t('account.upgrade')}
        </LocalLink>
      )}
      <button type="button" className={classOf({ place })} onClick={() => void logout()}>
        {t('account.logout')}
      </button>
      <LocalLink to={paths.dashboard} className={classOf({ place, from: 'phone' })}>
        {t('nav.dashboard')}
      </LocalLink>
    </>
  );
}
