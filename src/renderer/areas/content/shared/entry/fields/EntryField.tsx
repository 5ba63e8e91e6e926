import { memo } from 'react'
import { assertNever } from '#shared/util/assertNever.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { itemFieldsOf } from '#renderer/features/media/picker/group/itemFields.ts'
import { MediaField } from '#renderer/features/media/picker/MediaField.tsx'
import { MediaGroupField } from '#renderer/features/media/picker/MediaGroupField.tsx'
import type { FormField } from '../form/loadEntry.ts'
import { RelationContentField } from '../relation/RelationContentField.tsx'
import { RelationLabelField } from '../relation/RelationLabelField.tsx'
import { DictionaryChoice } from './DictionaryChoice.tsx'
import type { EntryBound, EntryControl } from './entryBound.ts'
import { MultiLineField } from './MultiLine.tsx'
import { SingleLineField } from './SingleLine.tsx'

interface Props {
  control: EntryControl
  field: FormField
  siteId: number
}

/** The input of one field, by its type. */
export const EntryField = memo(function EntryField({ control, field, siteId }: Props) {
  const bound: EntryBound = {
    control,
    name: field.fieldName,
    label: field.fieldAlias || field.fieldName,
    required: field.isRequired,
    hint: field.note || undefined,
  }
  switch (field.fieldType) {
    case 'SingleLine': {
      const mark = dictionaryOf(field)
      return mark ? <DictionaryChoice {...bound} mark={mark} /> : <SingleLineField {...bound} field={field} />
    }
    case 'MultiLine':
      return <MultiLineField {...bound} field={field} />
    case 'Date':
    case 'DateTime':
      return <DayField {...bound} time={field.fieldType === 'DateTime'} />
    case 'Photo':
      return <MediaField {...bound} kind="image" siteId={siteId} />
    case 'Video':
      return <MediaField {...bound} kind="video" siteId={siteId} />
    case 'File':
      return <MediaField {...bound} kind="file" siteId={siteId} />
    case 'BatchPhoto':
      return <MediaGroupField {...bound} kind="image" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'BatchVideo':
      return <MediaGroupField {...bound} kind="video" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'BatchFile':
      return <MediaGroupField {...bound} kind="file" siteId={siteId} itemFields={itemFieldsOf(field)} />
    case 'Editor':
      return <RichTextField {...bound} siteId={siteId} />
    case 'RelationContent':
      return <RelationContentField {...bound} field={field} siteId={siteId} />
    case 'RelationLabel':
      return <RelationLabelField {...bound} siteId={siteId} />
    default:
      return assertNever(field.fieldType, 'field type')
  }
})
