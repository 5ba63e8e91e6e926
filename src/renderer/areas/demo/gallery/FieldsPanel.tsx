import { Button, Switch, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { z } from 'zod'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { CodeField } from '#renderer/features/codeEditor/CodeField.tsx'
import { DateRangeField } from '#renderer/ui/fields/DateRange.tsx'
import { ImageField } from '#renderer/features/media/ImageField.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { TextListField } from '#renderer/ui/fields/TextListField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { useSampleSave } from '../shared/kit.tsx'
import { LONG_TITLE, simulateSave } from '../shared/samples.ts'
import { useForm } from 'react-hook-form'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const ARTICLE = `<h2 style="text-align: center">海洋科技周开幕</h2>
<p style="text-indent: 2em; line-height: 1.75">本届<strong>海洋科技周</strong>以<span style="color: #c00000">“向海图强”</span>为主题，详见<a href="https://example.com/" target="_blank">官方网站</a>。</p>
<ul><li>主论坛</li><li>展览<ol><li>装备</li><li>渔业</li></ol></li></ul>
<table style="width: 100%; border-collapse: collapse"><tbody><tr><th style="border: 1px solid ${PAPER.line}; padding: 6px 10px; background-color: ${PAPER.shade}">日期</th><th style="border: 1px solid ${PAPER.line}; padding: 6px 10px; background-color: ${PAPER.shade}">活动</th></tr><tr><td style="border: 1px solid ${PAPER.line}; padding: 6px 10px">11 月 22 日</td><td style="border: 1px solid ${PAPER.line}; padding: 6px 10px">开幕式</td></tr></tbody></table>
<p><img src="https://example.com/poster.png" alt="海报"></p>`

const articleForm = z.object({ content: z.string().min(1, '请输入正文') })

/** The rich text editor with an article in it, disabled, and in a dialog. */
export function EditorPanel() {
  const { control, watch } = useForm({ defaultValues: { content: ARTICLE } })
  const [disabled, setDisabled] = useState(false)
  const [dialog, setDialog] = useState(false)
  return (
    <>
      <Switch label="停用" checked={disabled} onChange={(_event, { checked }) => setDisabled(checked)} />
      <RichTextField
        {...{ control, disabled }}
        name="content"
        label="正文"
        hint="可以从 Word、WPS、Excel、微信公众号文章中粘贴。"
      />
      <Text size={200} as="pre" data-testid="editor-value" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {watch('content')}
      </Text>
      <Button onClick={() => setDialog(true)} style={{ alignSelf: 'start' }}>
        在对话框中编辑
      </Button>
      {dialog && (
        <FormDialog
          title="编辑文章"
          schema={articleForm}
          values={{ content: '' }}
          size="content"
          save={simulateSave}
          onClose={() => setDialog(false)}
        >
          {(form) => <RichTextField control={form} name="content" label="文章内容" required />}
        </FormDialog>
      )}
    </>
  )
}

const schema = z.object({
  title: z.string().min(1, '请输入站点名称').max(254),
  note: z.string(),
  password: z.string().min(6, '密码至少 6 位'),
  sort: z.number('排序必须是数字'),
  type: z.number(),
  positions: z.array(z.number()).min(1, '请选择显示位置'),
  sites: z.array(z.number()),
  status: z.boolean(),
  kind: z.string(),
  domains: z.array(z.string().min(1, '域名不能为空')),
  cover: z.string(),
  dates: z.object({ start: z.string(), end: z.string() }),
  code: z.string().min(1, '请输入代码'),
})

const VALUES = {
  title: '集团官网',
  note: LONG_TITLE,
  password: 'secret-1',
  sort: 10,
  type: 1,
  positions: [1, 3],
  sites: [1, 2, 3],
  status: true,
  kind: 'all',
  domains: ['www.example.com', 'm.example.com'],
  cover: '',
  dates: { start: '2026-11-01 00:00:00', end: '2026-11-30 23:59:59' },
  code: '<script>\n  console.log("站匠")\n</script>\n',
}

const TYPES = [
  { value: 0, title: '单篇文章' },
  { value: 1, title: '列表' },
  { value: 2, title: '普通栏目' },
  { value: 3, title: LONG_TITLE },
]
const POSITIONS = [
  { value: 1, title: '顶部导航' },
  { value: 2, title: '右上角' },
  { value: 3, title: '左侧' },
  { value: 4, title: '热门排行', disabled: true },
]
const SITES = [
  { value: 1, title: '集团官网' },
  { value: 2, title: '海洋科技' },
  { value: 3, title: LONG_TITLE },
  { value: 4, title: '校园频道' },
]
const KINDS = [
  { value: 'all', title: '全部' },
  { value: 'own', title: '仅自己' },
]

/** Every kind of field in a page form. Saving with an empty required field shows its error. */
export function FieldsPanel() {
  const save = useSampleSave(() => '保存成功')
  const [disabled, setDisabled] = useState(false)
  return (
    <>
      <Switch label="停用所有字段" checked={disabled} onChange={(_event, { checked }) => setDisabled(checked)} />
      <ResourceForm title="示例表单" schema={schema} values={VALUES} save={save} readOnly={disabled}>
        {(control) => (
          <>
            <TextField {...{ control, disabled }} name="title" label="名称" required hint="说明显示在字段下方" />
            <TextAreaField {...{ control, disabled }} name="note" label="备注（长文字）" />
            <PasswordField {...{ control, disabled }} name="password" label="密码" required />
            <NumberField {...{ control, disabled }} name="sort" label="排序" unit="位" min={0} />
            <SelectField {...{ control, disabled }} name="type" label="栏目类型" options={TYPES} />
            <MultiSelectField {...{ control, disabled }} name="sites" label="关联站点" options={SITES} />
            <CheckboxGroupField {...{ control, disabled }} name="positions" label="显示位置" options={POSITIONS} />
            <RadioGroupField {...{ control, disabled }} name="kind" label="可见范围" options={KINDS} />
            <SwitchField {...{ control, disabled }} name="status" label="启用" />
            <TextListField {...{ control, disabled }} name="domains" label="域名" />
            <ImageField {...{ control, disabled }} name="cover" label="缩略图" />
            <DateRangeField {...{ control, disabled }} name="dates" label="发布日期" />
            <CodeField {...{ control, disabled }} name="code" label="代码" language="html" />
          </>
        )}
      </ResourceForm>
    </>
  )
}
