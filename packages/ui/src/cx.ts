import { type ClassValue, clsx } from 'clsx';

/** Joins class names. */
export const cx = (...classes: ClassValue[]): string => clsx(classes);
