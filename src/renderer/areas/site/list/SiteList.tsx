import { Button } from '@fluentui/react-components'
import { AddRegular, ArrowImportRegular, GlobeRegular } from '@fluentui/react-icons'
import { useCallback, useMemo, useState } from 'react'
import type { Site } from '#shared/contract/site.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { call } from '#renderer/data/client.ts'
import { useChooseSite, useCurrentSite } from '#renderer/data/currentSite.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { openSite } from '#renderer/features/sites/openSite.ts'
import { columnsOf, type SiteActions } from './columns.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { SiteDialog } from './SiteDialog.tsx'
import { useOpenScreen } from '#renderer/ui/page/navigation.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

/** The open dialog; settings without a site create one. */
type OpenDialog =
  { dialog: 'settings'; site: Site | null } | { dialog: 'copy' | 'export'; site: Site } | { dialog: 'import' }

/** The sites that the account may work in (A·§2 Site list), ten on a page (A·§9). */
export function SiteList() {
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  useTabOpen('SiteList', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ dialog: 'settings', site: null }))
  const list = useListState({ size: 10 })
  const read = useRead('site.page', list.input, { quiet: true, keepPrevious: true })
  const direct = useSiteActions()
  const openScreen = useOpenScreen()
  const actions = useMemo(
    () => ({
      ...direct,
      settings: (site: Site) => setOpened({ dialog: 'settings', site }),
      open: (site: Site) => void openSite(site),
      copy: (site: Site) => setOpened({ dialog: 'copy', site }),
      exportSite: (site: Site) => setOpened({ dialog: 'export', site }),
      importInto: (site: Site) => openScreen(`/site/import/${site.id}`),
    }),
    [direct, openScreen],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const close = (): void => setOpened(null)

  return (
    <ListScreen
      title="站点列表"
      list={list}
      read={read}
      columns={columns}
      rowKey={(site) => site.id}
      rowLabel={(site) => site.title}
      search="搜索站点名称或标识符"
      onOpen={actions.settings}
      onRowKey={(site, event) => {
        if (event.key === 'F2') actions.settings(site)
        if (event.key === 'Delete') actions.remove(site)
      }}
      actions={
        <>
          <Button icon={<ArrowImportRegular />} onClick={() => setOpened({ dialog: 'import' })}>
            导入站点
          </Button>
          <Button
            appearance="primary"
            icon={<AddRegular />}
            onClick={() => setOpened({ dialog: 'settings', site: null })}
          >
            新增
          </Button>
        </>
      }
      empty={<EmptyState icon={GlobeRegular} title="还没有站点" text="点击“新增”添加站点，再设置模板、栏目和域名。" />}
    >
      {opened?.dialog === 'settings' && <SiteDialog site={opened.site} onClose={close} />}
      {opened?.dialog === 'export' && <ExportDialog site={opened.site} onClose={close} />}
      {opened?.dialog === 'import' && <ImportDialog onClose={close} />}
      {opened?.dialog === 'copy' && <CopyDialog site={opened.site} onClose={close} />}
    </ListScreen>
  )
}

type DirectActions = Pick<SiteActions, 'sort' | 'start' | 'stop' | 'remove'>

/** The actions of a site without a form. All except the sort value ask for confirmation (A·§4, A·§8). */
function useSiteActions(): DirectActions {
  const confirm = useConfirm()
  const leaveDeleted = useLeaveDeleted()
  const { mutateAsync: saveSort } = useWrite('site.updateSort')
  const { mutate: publish } = useWrite('site.publish')
  const { mutate: draft } = useWrite('site.draft')
  const { mutate: remove } = useWrite('site.deleteByIdList')
  return useMemo<DirectActions>(() => {
    const confirmAndRun =
      (what: string, text: string, run: (ids: [{ id: number }]) => void, danger = false) =>
      ({ id, title }: Site): void =>
        void confirm({ title: `${what}站点“${title}”`, text, confirmText: what, danger }).then(
          (agreed) => agreed && run([{ id }]),
        )
    return {
      sort: (site, sort) => saveSort({ id: site.id, sort }),
      start: confirmAndRun('开启', '确定开启站点？', publish),
      stop: confirmAndRun('关闭', '确定关闭站点？', draft),
      remove: confirmAndRun(
        '删除',
        '确认删除？ 操作不可撤销！',
        (ids) => remove(ids, { onSuccess: ({ code }) => code === SUCCESS && leaveDeleted(ids[0].id) }),
        true,
      ),
    }
  }, [confirm, saveSort, publish, draft, remove, leaveDeleted])
}

/** After the current site is deleted, selects the first remaining site, because screens need one. */
function useLeaveDeleted(): (id: number) => void {
  const current = useCurrentSite()
  const chooseSite = useChooseSite()
  return useCallback(
    (id) => {
      if (current !== id) return
      call('site.page', { page: 1, size: 1 }).then(
        ({ data }) => data.content[0] && chooseSite(data.content[0].id),
        () => undefined,
      )
    },
    [current, chooseSite],
  )
}
