import { type PlanInput, type PlanTable, planTableSchema } from './plan.js';

const guest: PlanInput = {
  period: 'day',
  conversions: {
    total: 35,
    byCategory: {
      image: 10,
      audio: 10,
      video: 5,
      document: 5,
      presentation: 5,
      archive: 5,
      ebook: 5,
      font: 5,
    },
  },
  maxFileSizeMb: {
    image: 50,
    audio: 50,
    video: 100,
    document: 50,
    presentation: 50,
    archive: 200,
    ebook: 50,
    font: 50,
  },
  filesAtOnce: 10,
  concurrent: 1,
  handicapSeconds: 300,
  api: null,
  priceMinor: 0,
  currency: 'EUR',
};

const free: PlanInput = {
  period: 'month',
  conversions: {
    total: 50,
    byCategory: {
      image: 50,
      audio: 10,
      video: 10,
      document: 10,
      presentation: 10,
      archive: 10,
      ebook: 10,
      font: 10,
    },
  },
  maxFileSizeMb: {
    image: 100,
    audio: 100,
    video: 500,
    document: 100,
    presentation: 100,
    archive: 500,
    ebook: 100,
    font: 100,
  },
  filesAtOnce: 10,
  concurrent: 10,
  handicapSeconds: 60,
  api: null,
  priceMinor: 0,
  currency: 'EUR',
};

const pro: PlanInput = {
  period: 'month',
  conversions: {
    total: 5_000,
    byCategory: {
      image: 5_000,
      audio: 1_000,
      video: 500,
      document: 500,
      presentation: 500,
      archive: 500,
      ebook: 500,
      font: 500,
    },
  },
  maxFileSizeMb: {
    image: 500,
    audio: 250,
    video: 2_048,
    document: 500,
    presentation: 500,
    archive: 2_048,
    ebook: 250,
    font: 250,
  },
  filesAtOnce: 100,
  concurrent: 100,
  handicapSeconds: 0,
  api: { conversionsPerSecond: 5, conversionBurst: 20, readsPerMinute: 600 },
  priceMinor: 1_000,
  currency: 'EUR',
};

/** The plan table before an administrator has changed anything; the numbers are product decisions. */
export const DEFAULT_PLANS: PlanTable = planTableSchema.parse({ guest, free, pro });
