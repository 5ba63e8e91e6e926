import type { CommonField } from '#shared/contract/fieldCommon.ts'

/** The list as a place to drop a field of the catalogue. */
export const CHOSEN_LIST = 'chosen fields'

/** The field of the catalogue that is dragged; undefined when it is one of the list. */
export const addedBy = (data: { current: Record<string, unknown> | undefined }): CommonField | undefined =>
  data.current?.['field'] as CommonField | undefined
