import {
  AttachRegular,
  CalendarClockRegular,
  CalendarLtrRegular,
  DocumentMultipleRegular,
  DocumentTextRegular,
  type FluentIcon,
  ImageMultipleRegular,
  ImageRegular,
  LinkMultipleRegular,
  TagMultipleRegular,
  TextboxRegular,
  TextParagraphRegular,
  VideoClipMultipleRegular,
  VideoRegular,
} from '@fluentui/react-icons'
import type { FieldType } from '#renderer/areas/column/fields/text.ts'

export const TYPE_ICONS: Readonly<Record<FieldType, FluentIcon>> = {
  SingleLine: TextboxRegular,
  MultiLine: TextParagraphRegular,
  Editor: DocumentTextRegular,
  DateTime: CalendarClockRegular,
  Date: CalendarLtrRegular,
  Photo: ImageRegular,
  Video: VideoRegular,
  File: AttachRegular,
  BatchPhoto: ImageMultipleRegular,
  BatchVideo: VideoClipMultipleRegular,
  BatchFile: DocumentMultipleRegular,
  RelationContent: LinkMultipleRegular,
  RelationLabel: TagMultipleRegular,
}
