import { LinkRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { siteDomainForm } from '#shared/contract/siteForms.ts'
import { SiteListScreen } from '#renderer/features/sites/SiteListScreen.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextListField } from '#renderer/ui/fields/TextListField.tsx'
import { loadSite } from '#renderer/features/sites/loadSite.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { COLUMNS, domainsOf } from './columns.tsx'

const BIND = { title: '绑定域名', icon: LinkRegular }

/** A·§2 Bind-domain page: the host names of each site. */
export function Domains() {
  const [opened, setOpened] = useState<Site | null>(null)
  useTabOpen('Domains', opened, setOpened)
  return (
    <SiteListScreen
      title="绑定域名"
      text="访客用这些域名打开网站；一个域名只能属于一个站点。"
      columns={COLUMNS}
      action={BIND}
      onOpen={setOpened}
    >
      {opened && <DomainDialog site={opened} onClose={() => setOpened(null)} />}
    </SiteListScreen>
  )
}

/** Limit of host names of a site (siteDomainForm). */
const MAX_DOMAINS = 100

const toForm = ({ id, domain, version }: Site) => ({ id, domainList: domainsOf(domain), version })

/** A·§2: several host names of a site, one input each (call 26). An empty list unbinds the site. */
function DomainDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const save = useWrite('site.updateDomain')
  const values = toForm(site)
  return (
    <FormDialog
      title={`绑定域名：${site.title}`}
      schema={siteDomainForm}
      values={{ ...values, domainList: values.domainList.length > 0 ? values.domainList : [''] }}
      save={save.mutateAsync}
      onClose={onClose}
      compare={{ load: async () => toForm(await loadSite(site.id)), labels: { domainList: '域名' } }}
    >
      {(control) => (
        <TextListField
          control={control}
          name="domainList"
          label="域名"
          placeholder="www.example.com"
          hint="每个输入框填写一个主机名，不带端口和路径；回车添加下一个。移除全部输入框后保存，即解除绑定。"
          max={MAX_DOMAINS}
          mayBeEmpty
        />
      )}
    </FormDialog>
  )
}
