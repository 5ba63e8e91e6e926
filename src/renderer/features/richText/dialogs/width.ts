import { z } from 'zod'

/** A width in a dialog; '' for the natural width. */
export const width = z
  .string()
  .trim()
  .regex(/^(?:\d{1,4}(?:px|%)?)?$/, '宽度应为数字、数字加 px 或百分比，例例如 480px 或 100%')

export const withUnit = (width: string): string => (/^\d+$/.test(width) ? `${width}px` : width)
