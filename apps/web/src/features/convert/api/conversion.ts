import type { ConversionView, Pending } from '@filemill/api';
import { hasEnded } from '@filemill/product';

/** An accepted upload; `eventsUrl` is empty if only the id of the conversion is known, as after a reload. */
export type Accepted = Readonly<Pick<Pending, 'conversionId' | 'eventsUrl'>>;

/** Whether a conversion has ended. */
export const isFinal = ({ status }: ConversionView): boolean => hasEnded(status);
