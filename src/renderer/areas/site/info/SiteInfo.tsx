import { EditRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { siteBaseInfoForm } from '#shared/contract/siteForms.ts'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { COLUMNS } from './columns.tsx'

const EDIT = { title: '编辑', icon: EditRegular }

/** A·§2 Site information page: record numbers, copyright and mourning mode of each site. */
export function SiteInfo() {
  const [opened, setOpened] = useState<Site | null>(null)
  useTabOpen('SiteInfo', opened, setOpened)
  return (
    <SiteListScreen
      title="站点信息"
      text="显示在网站页脚的备案号和版权信息；哀悼模式将整个网站显示为灰色。"
      columns={COLUMNS}
      action={EDIT}
      onOpen={setOpened}
    >
      {opened && <SiteInfoDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}

const LABELS = {
  title: '站点名称',
  icp: 'ICP备案号',
  policeIcp: '公安备案号',
  eduIcp: '教育备案号',
  copyright: '版权信息',
  grayscale: '哀悼模式',
}

/** A·§2: edits the information of a site (call 24). */
function SiteInfoDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const save = useWrite('site.updateBaseInfo')
  const { id, title, icp, policeIcp, eduIcp, copyright, grayscale, version } = site
  return (
    <FormDialog
      title={`编辑站点信息：${title}`}
      schema={siteBaseInfoForm}
      values={{ id, title, icp, policeIcp, eduIcp, copyright, grayscale, version }}
      save={save.mutateAsync}
      onClose={onClose}
      compare={{ load: () => loadSite(id), labels: LABELS }}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <TextField control={control} name="icp" label={LABELS.icp} placeholder="例如：京ICP备12345678号-1" />
          <TextField control={control} name="policeIcp" label={LABELS.policeIcp} />
          <TextField control={control} name="eduIcp" label={LABELS.eduIcp} />
          <TextAreaField control={control} name="copyright" label={LABELS.copyright} rows={3} />
          <SwitchField
            control={control}
            name="grayscale"
            label={LABELS.grayscale}
            states={{ on: '开启：网站显示为灰色', off: '关闭' }}
          />
        </>
      )}
    </FormDialog>
  )
}
