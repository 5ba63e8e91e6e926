import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { siteJavascriptForm } from '#shared/contract/siteForms.ts'
import type { Site } from '#shared/contract/site.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { CodeField } from '#renderer/features/codeEditor/CodeField.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'

/** A·§2, A·§4: the HTML code of a site (call 25) and when it takes effect. */
export function CodeDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const save = useWrite('site.updateThirdJavascript')
  const { id, title, javascript, version } = site
  return (
    <FormDialog
      title={`插入代码：${title}`}
      size="content"
      schema={siteJavascriptForm}
      values={{ id, javascript, version }}
      save={save.mutateAsync}
      onClose={onClose}
      compare={{ load: () => loadSite(id), labels: { javascript: '第三方代码' } }}
    >
      {(control) => (
        <>
          <MessageBar intent="info">
            <MessageBarBody>保存后 2 分钟生效。请只插入可信来源的代码：它会在网站的每个页面运行。</MessageBarBody>
          </MessageBar>
          <CodeField control={control} name="javascript" label="HTML 代码" language="html" required />
        </>
      )}
    </FormDialog>
  )
}
