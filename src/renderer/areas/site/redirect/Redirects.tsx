import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { AddRegular, ArrowForwardRegular, CodeRegular, DeleteRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { type Redirect, REDIRECT_KINDS, REDIRECT_SHEET_LIMIT_MB } from '#shared/contract/redirect.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { NoSite, NO_SITE_READ } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState, ErrorState } from '#renderer/ui/feedback/States.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { RedirectDialog } from '#renderer/areas/site/shared/RedirectDialog.tsx'
import { columnsOf } from './columns.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  text: {
    border: 'none',
    resize: 'none',
    color: tokens.colorNeutralForeground1,
    padding: tokens.spacingHorizontalM,
    overflow: 'auto',
    flex: '1 1 auto',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
})

/** The rules for an nginx that serves the static pages itself. */
function NginxDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const styles = useStyles()
  const copy = useCopy()
  const { data, error, refetch } = useRead('redirect.nginx', { id: siteId }, { quiet: true })
  return (
    <PanelDialog
      title="nginx 配置"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            appearance="primary"
            disabled={!data || data.rules === 0}
            onClick={() => void copy('nginx 配置', data?.text ?? '')}
          >
            复制
          </Button>
        </>
      }
    >
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          静态页面由自有 nginx 提供时，将以下内容加入网站的 server 段，执行 nginx -t
          检查后重新加载。由本系统提供的网站无需此步骤。
        </MessageBarBody>
      </MessageBar>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rules === 0 && <Text>还没有启用的跳转</Text>}
      {data && data.rules > 0 && (
        <textarea className={styles.text} readOnly aria-label="配置内容" value={data.text} wrap="off" />
      )}
    </PanelDialog>
  )
}

const KIND_ITEMS = ['全部跳转', '手动添加', '自动生成', '已停用'].map((title, id) => ({ id, title }))

/** 301跳转: permanent redirects of old addresses of a site (A·§2 names only the menu entry). */
export function Redirects() {
  const [opened, setOpened] = useState<{ redirect: Redirect | null } | 'nginx' | null>(null)
  useTabOpen('Redirects', opened, setOpened)
  const list = useListState({ filters: { siteId: useCurrentSite(), kind: 0 } })
  const { siteId } = list.filters
  useAutoOpenFromUrl(() => siteId > 0 && setOpened({ redirect: null }))
  const input = { ...list.input, kind: REDIRECT_KINDS[list.filters.kind] ?? 'all' }
  const read = useRead('redirect.page', input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('redirect.deleteByIdList', list)
  const actions = useMemo<EditRemove<Redirect>>(
    () => ({
      edit: (redirect) => setOpened({ redirect }),
      remove: ({ id, source }) => void remove([id], `删除跳转“${source}”`),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title="301跳转"
      text="页面地址改变后，生成静态页面时自动添加"
      list={list}
      read={siteId === 0 ? NO_SITE_READ : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.source}
      search="搜索地址或备注"
      filters={
        <>
          <SiteSelect value={siteId} onChange={(id) => list.setFilter('siteId', id)} />
          <TruncatedSelect
            label="来源"
            items={KIND_ITEMS}
            value={list.filters.kind}
            onChange={(kind) => list.setFilter('kind', kind)}
          />
        </>
      }
      batch={(keys) => (
        <BatchButton
          keys={keys}
          title="批量删除"
          icon={DeleteRegular}
          onRun={(ids) => void remove(ids, `删除 ${ids.length} 条跳转`)}
        />
      )}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      actions={
        siteId > 0 && (
          <>
            <Button icon={<CodeRegular />} onClick={() => setOpened('nginx')}>
              nginx 配置
            </Button>
            <SheetButtons
              what="301跳转"
              at={{ siteId: 0, menuId: MENU.redirect301 }}
              exports={{ operation: 'redirect.outputData', input: { siteId, key: input.key, kind: input.kind } }}
              imports={{
                call: { operation: 'redirect.importData', input: { siteId } },
                limitMb: REDIRECT_SHEET_LIMIT_MB,
                template: { operation: 'redirect.sheetTemplate', input: {} },
              }}
            />
            <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ redirect: null })}>
              新增
            </Button>
          </>
        )
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState
            icon={ArrowForwardRegular}
            title="该站点还没有跳转"
            text="点击“新增”添加跳转，或从 Excel 表格导入。"
          />
        )
      }
    >
      {opened === 'nginx' && <NginxDialog siteId={siteId} onClose={() => setOpened(null)} />}
      {opened && opened !== 'nginx' && (
        <RedirectDialog siteId={siteId} redirect={opened.redirect} onClose={() => setOpened(null)} />
      )}
    </ListScreen>
  )
}
