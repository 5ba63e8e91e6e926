import { useForm } from 'react-hook-form'
import { CodeField } from '#renderer/features/codeEditor/CodeField.tsx'
import { RichTextField } from '#renderer/features/richText/RichTextField.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const VALUES = {
  content: '<h2>海洋科技周开幕</h2><p>本届<strong>海洋科技周</strong>以“向海图强”为主题。</p>',
  code: '<article>\n  <h1>{{ entry.title }}</h1>\n</article>\n',
}

/** 富文本和代码。 */
export function EditorDemo() {
  const { control } = useForm({ defaultValues: VALUES })
  return (
    <DemoPage title="编辑器" text="富文本和代码。">
      <RichTextField control={control} name="content" label="正文" />
      <CodeField control={control} name="code" label="代码" language="html" />
    </DemoPage>
  )
}
