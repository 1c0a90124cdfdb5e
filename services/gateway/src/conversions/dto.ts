import type { usage } from '@filemill/contracts';

/** A conversion as callers see it; instants are ISO 8601 UTC. */
export interface ConversionView {
  id: string;
  kind: string;
  status: string;
  /** 0 to 100. */
  progress: number;
  stage: string;
  queuePosition: number | null;
  inputFormat: string;
  outputFormat: string;
  /** Null once the files are erased, like `outputFileName`. */
  originalFileName: string | null;
  outputFileName: string | null;
  originalSize: number;
  convertedSize: number | null;
  /** Seconds. */
  processingTime: number | null;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string;
  downloadUrl: string | null;
  losses: usage.Loss[];
  error: { code: string; message: string } | null;
}

/** The answer to a conversion that has ended well, to guests. */
export interface GuestSuccess {
  success: true;
  data: { conversionId: string; downloadUrl: string | null; conversion: ConversionView };
}

/** The same to users and API keys. */
export interface UserSuccess {
  status: 'success';
  conversionId: string;
  downloadUrl: string | null;
  conversion: ConversionView;
}

/** The answer while a conversion goes on. */
export interface Pending {
  status: 'pending';
  conversionId: string;
  statusUrl: string;
  eventsUrl: string;
  data: { conversionId: string };
}
