import { Button, Switch, Text } from '@fluentui/react-components'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { saved } from '../shared/samples.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const ARTICLE = `<h2 style="text-align: center">海洋科技周开幕</h2>
<p style="text-indent: 2em; line-height: 1.75">本届<strong>海洋科技周</strong>以<span style="color: #c00000">“向海图强”</span>为主题，详见<a href="https://example.com/" target="_blank">官方网站</a>。</p>
<ul><li>主论坛</li><li>展览<ol><li>装备</li><li>渔业</li></ol></li></ul>
<table style="width: 100%; border-collapse: collapse"><tbody><tr><th style="border: 1px solid ${PAPER.line}; padding: 6px 10px; background-color: ${PAPER.shade}">日期</th><th style="border: 1px solid ${PAPER.line}; padding: 6px 10px; background-color: ${PAPER.shade}">活动</th></tr><tr><td style="border: 1px solid ${PAPER.line}; padding: 6px 10px">11 月 22 日</td><td style="border: 1px solid ${PAPER.line}; padding: 6px 10px">开幕式</td></tr></tbody></table>
<p><img src="https://example.com/poster.png" alt="海报"></p>`

const schema = z.object({ content: z.string().min(1, '请输入正文') })

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
          schema={schema}
          values={{ content: '' }}
          size="content"
          save={saved}
          onClose={() => setDialog(false)}
        >
          {(form) => <RichTextField control={form} name="content" label="文章内容" required />}
        </FormDialog>
      )}
    </>
  )
}
