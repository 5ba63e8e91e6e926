import type { CommonField } from '#shared/contract/fieldCommon.ts'

/** Id of the list of chosen fields as a drop target. */
export const CHOSEN_LIST_ID = 'chosen fields'

/** The dragged field if it comes from the catalogue; undefined if it comes from the list. */
export const draggedCatalogueField = (data: {
  current: Record<string, unknown> | undefined
}): CommonField | undefined => data.current?.['field'] as CommonField | undefined
