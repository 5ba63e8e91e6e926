import { z } from 'zod'
import { parseDictionaryMark } from '../domain/relationMark.ts'
import { menuField } from './column.ts'
import { ENTRY_NAMES } from './content.ts'
import { flag, text } from './fields.ts'

const { fieldType } = menuField.shape
const type = z.enum(fieldType.options, '字段类型不正确')

/** A·§5: the dictionary of a single-line field, with the messages of its dialog. */
export const dictionaryForm = z.object({
  id: z.coerce.number('请选择字典ID').int('请选择字典ID').min(1, '请选择字典ID'),
  type: z.coerce.number('请选择字典类型').int('请选择字典类型').min(1, '请选择字典类型').max(5, '请选择字典类型'),
})

/** One chosen field of the field settings dialog (A·§2). Its position in the list is its sort value. */
export const fieldForm = z
  .object({
    fieldName: z
      .string('请填写字段名')
      .regex(/^[A-Za-z]\w{0,63}$/, '字段名应以字母开头，只能包含字母、数字和下划线，最多 64 个字')
      .refine((name) => !ENTRY_NAMES.has(name), '该字段名由系统使用，请换一个'),
    fieldAlias: text(100, '字段别名'),
    fieldType: type,
    defaultValue: text(10_000, '默认值'),
    note: text(1000, '提示'),
    isRequired: flag,
    isList: flag,
    isSearch: flag,
    isAdd: flag.unwrap().default(true),
    isUpdate: flag.unwrap().default(true),
    isEmail: flag,
    isIdCard: flag,
    isInteger: flag,
    isTel: flag,
    isUrl: flag,
    relationMark: text(10_000, '关联配置'),
    batchItemOpenTitle: flag,
    batchItemOpenSubTitle: flag,
    batchItemOpenLink: flag,
    batchItemOpenNote: flag,
    batchItemOpenIndex: flag,
    batchItemOpenNofollow: flag,
    batchItemOpenTarget: flag,
  })
  .superRefine(({ fieldType, relationMark }, context) => {
    if (fieldType !== 'SingleLine' || relationMark === '') return
    const mark = parseDictionaryMark(relationMark)
    const report = (message: string) => context.addIssue({ code: 'custom', path: ['relationMark'], message })
    if (!mark?.id) report('请选择字典ID')
    else if (!mark.type) report('请选择字典类型')
  })

/** The fields of a column in their order; each name once. */
export const fieldForms = z
  .array(fieldForm, '请选择字段')
  .max(200, '一个栏目最多 200 个字段')
  .superRefine((fields, context) => {
    const names = new Set<string>()
    for (const [index, { fieldName }] of fields.entries()) {
      if (names.has(fieldName))
        context.addIssue({
          code: 'custom',
          path: [index, 'fieldName'],
          message: `字段“${fieldName}”重复了，请删除一个`,
        })
      names.add(fieldName)
    }
  })
  .transform((fields) => fields.map((field, index) => ({ ...field, sort: index + 1 })))
