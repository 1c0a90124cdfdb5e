import { Bar, cx, Icon, Pair, Tile } from '@filemill/ui';
import { BadgeCheck, CircleAlert, ShieldCheck, Trash2, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RETENTION_HOURS } from '../../config/retention.js';
import { SectionHead } from './section.js';

/** Only the two ends have a time: what lies between differs from file to file. */
const STEPS = [
  { id: 'upload', icon: Upload, time: '0:00' },
  { id: 'convert', icon: ShieldCheck },
  { id: 'check', icon: BadgeCheck },
  { id: 'delete', icon: Trash2, time: `${RETENTION_HOURS * 60}:00` },
] as const;

/** What happens to a file, from the drop to its deletion. */
function HourStory() {
  const { t } = useTranslation('home');
  return (
    <ol className="hour">
      {STEPS.map(({ id, icon, ...step }) => (
        <li key={id} className={cx(id === 'delete' && 'is-end')}>
          <div className="hour__t">
            <span className="hour__dot">
              <Icon of={icon} />
            </span>
            {'time' in step && <time>{step.time}</time>}
          </div>
          <h3>{t(`story.${id}.title`)}</h3>
          <p>{t(`story.${id}.text`)}</p>
        </li>
      ))}
    </ol>
  );
}

/** A drawing of a piece of the converter; an example, so it is hidden from readers. */
const Picture = ({ children }: { children: ReactNode }) => (
  <div className="feat__pic" aria-hidden="true">
    {children}
  </div>
);

/** The share that the example shows. */
const SAMPLE_PERCENT = 71;

function ProgressSample() {
  const { t } = useTranslation('home');
  return (
    <Picture>
      <p className="state state--run">
        {t('features.sample.converting')}
        <span className="pc">{t('features.sample.percent', { percent: SAMPLE_PERCENT })}</span>
      </p>
      <div className="stages">
        {[100, SAMPLE_PERCENT, 0].map((percent) => (
          <Bar key={percent} percent={percent} />
        ))}
      </div>
    </Picture>
  );
}

function FailureSample() {
  const { t } = useTranslation('home');
  return (
    <Picture>
      <p className="state state--bad">
        <Icon of={CircleAlert} />
        {t('features.sample.failed')}
      </p>
      <p className="small muted">
        {t('features.sample.failedText')} {t('features.sample.notCounted')}
      </p>
    </Picture>
  );
}

function MixedSample() {
  const { t } = useTranslation('home');
  const to = t('formats.to');
  return (
    <Picture>
      <div className="feat__pairs">
        <Pair from={<Tile category="image">png</Tile>} to={to} target={<Tile category="image">webp</Tile>} />
        <Pair from={<Tile category="audio">wav</Tile>} to={to} target={<Tile category="audio">mp3</Tile>} />
        <Pair
          from={<Tile category="document">docx</Tile>}
          to={to}
          target={<Tile category="document">pdf</Tile>}
        />
      </div>
    </Picture>
  );
}

const CARDS = [
  { id: 'progress', Sample: ProgressSample },
  { id: 'failure', Sample: FailureSample },
  { id: 'mixed', Sample: MixedSample },
] as const;

/** The hour's story and what sets the converter apart. */
export function Features() {
  const { t } = useTranslation('home');
  return (
    <section className="sec" id="features">
      <div className="page">
        <SectionHead title={t('story.title')} text={t('story.text')} />
        <HourStory />
        <ul className="feats">
          {CARDS.map(({ id, Sample }) => (
            <li key={id} className="card">
              <Sample />
              <h3>{t(`features.${id}.title`)}</h3>
              <p>{t(`features.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
