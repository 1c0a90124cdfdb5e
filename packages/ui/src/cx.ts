import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two utilities for one property the later wins. */
export const cx = (...classes: ClassValue[]): string => twMerge(clsx(classes));
