import { CodeRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import type { Site } from '#shared/contract/site.ts'
import { siteJavascriptForm } from '#shared/contract/siteForms.ts'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { CodeField } from '#renderer/features/codeEditor/CodeField.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { COLUMNS } from './columns.tsx'

const INSERT = { title: '插入代码', icon: CodeRegular }

/** A·§2 Third-party code insertion: code of statistics, customer service and the like, for all pages of a site. */
export function ThirdPartyCode() {
  const [opened, setOpened] = useState<Site | null>(null)
  useTabOpen('ThirdPartyCode', opened, setOpened)
  return (
    <SiteListScreen
      title="第三方代码"
      text="插入到网站每个页面的 HTML 代码，例如访问统计和在线客服；保存后 2 分钟生效。"
      columns={COLUMNS}
      action={INSERT}
      onOpen={setOpened}
    >
      {opened && <CodeDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}

/** A·§2, A·§4: the HTML code of a site (call 25) and when it takes effect. */
function CodeDialog({ site, onClose }: { site: Site; onClose: () => void }) {
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
            <MessageBarBody>保存后 2 分钟生效。请只插入来源可信的代码，代码将在网站的每个页面运行。</MessageBarBody>
          </MessageBar>
          <CodeField control={control} name="javascript" label="HTML 代码" language="html" required />
        </>
      )}
    </FormDialog>
  )
}
