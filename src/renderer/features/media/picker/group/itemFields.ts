import type { MenuField } from '#shared/contract/column.ts'

/** Which fields the item editor shows. */
export interface ItemFields {
  title: boolean
  subTitle: boolean
  note: boolean
  link: boolean
  target: boolean
  index: boolean
  nofollow: boolean
}

/** B·§2: all fields of the editor. */
export const ALL_ITEM_FIELDS: ItemFields = {
  title: true,
  subTitle: true,
  note: true,
  link: true,
  target: true,
  index: true,
  nofollow: true,
}

type Flags = Pick<
  MenuField,
  | 'batchItemOpenTitle'
  | 'batchItemOpenSubTitle'
  | 'batchItemOpenNote'
  | 'batchItemOpenLink'
  | 'batchItemOpenTarget'
  | 'batchItemOpenIndex'
  | 'batchItemOpenNofollow'
>

/** The editor's fields by the batch flags of a field definition (A·§3). */
export const itemFieldsOf = (flags: Flags): ItemFields => ({
  title: flags.batchItemOpenTitle,
  subTitle: flags.batchItemOpenSubTitle,
  note: flags.batchItemOpenNote,
  link: flags.batchItemOpenLink,
  target: flags.batchItemOpenTarget,
  index: flags.batchItemOpenIndex,
  nofollow: flags.batchItemOpenNofollow,
})

/** Whether any field can be edited. */
export const hasItemFields = (fields: ItemFields): boolean => Object.values(fields).includes(true)
