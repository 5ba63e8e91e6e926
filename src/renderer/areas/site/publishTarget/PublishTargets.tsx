import { CloudArrowUpRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SiteRecordsScreen } from '#renderer/features/sites/SiteRecordsScreen.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { CdnDialog } from './CdnDialog.tsx'
import { columnsOf, nameOf, type TargetActions } from './columns.tsx'
import { DeploymentsDialog } from './DeploymentsDialog.tsx'
import { TargetDialog } from './TargetDialog.tsx'
import { useDeploy } from './useDeploy.ts'
import { WebServerDialog } from './WebServerDialog.tsx'

type Opened =
  { dialog: 'form'; target: PublishTarget | null } | { dialog: 'history' | 'webServer' | 'cdn'; target: PublishTarget }

/** How often the state of the targets is asked for: builds deploy by themselves. */
const EVERY_MS = 4000

/** 发布目标: where the built pages of a site are brought, outside the back office. */
export function PublishTargets() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const enabled = siteId > 0
  const read = useRead('publishTarget.page', list.input, {
    quiet: true,
    keepPrevious: true,
    enabled,
    everyMs: EVERY_MS,
  })
  const remove = useRemoveRows('publishTarget.deleteByIdList', list)
  const deploy = useDeploy()
  const { mutateAsync: test } = useWrite('publishTarget.test')
  const toast = useToast()
  const actions = useMemo<TargetActions>(
    () => ({
      deploy: (target) => void deploy(target),
      test: async ({ id, name }) => {
        const answer = await test({ id }).catch(() => null)
        if (!answer?.data) return
        const { message } = answer.data
        if (message === '') toast.success(`“${name}”连接正常：已写入、读取并删除一个测试文件`)
        else toast.error(message)
      },
      history: (target) => setOpened({ dialog: 'history', target }),
      webServer: (target) => setOpened({ dialog: 'webServer', target }),
      cdn: (target) => setOpened({ dialog: 'cdn', target }),
      edit: (target) => setOpened({ dialog: 'form', target }),
      remove: ({ id, name }) =>
        void remove([id], `删除发布目标“${name}”`, '目标上已发布的文件会保留，发布记录会一起删除，不能还原。'),
    }),
    [deploy, remove, test, toast],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)
  return (
    <SiteRecordsScreen
      title="发布目标"
      list={list}
      read={read}
      columns={columns}
      rowLabel={nameOf}
      search="搜索名称、地址或文件夹"
      add={{ title: '新增', run: () => setOpened({ dialog: 'form', target: null }) }}
      empty={{
        icon: CloudArrowUpRegular,
        title: '这个站点还没有发布目标',
        text: '点击“新增”填写网站服务器（SFTP、FTPS、WebDAV）、对象存储或文件夹，生成的静态页面将发布到该处，访客无需访问后台。',
      }}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened?.dialog === 'form' && <TargetDialog target={opened.target} siteId={siteId} onClose={close} />}
      {opened?.dialog === 'history' && <DeploymentsDialog target={opened.target} onClose={close} />}
      {opened?.dialog === 'webServer' && <WebServerDialog target={opened.target} onClose={close} />}
      {opened?.dialog === 'cdn' && <CdnDialog target={opened.target} onClose={close} />}
    </SiteRecordsScreen>
  )
}
