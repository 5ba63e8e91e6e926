import type { MenuField } from '../contract/column.ts'

/** The thirteen types of A·§3. */
export const FIELD_TYPES: Readonly<Record<MenuField['fieldType'], string>> = {
  SingleLine: '单行文本',
  MultiLine: '多行文本',
  Editor: '富文本',
  DateTime: '日期时间',
  Date: '日期',
  Photo: '图片',
  Video: '视频',
  File: '文件',
  BatchPhoto: '批量图片',
  BatchVideo: '批量视频',
  BatchFile: '批量文件',
  RelationContent: '关联内容',
  RelationLabel: '关联标签',
}
