import { type DeliveryMode, deliverySave, MAX_CACHE_SECONDS } from '#shared/contract/delivery.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { useMemo } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { indexTree } from '#renderer/features/columns/columnTreeItems.ts'
import { NoSite } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { ResourceForm } from '#renderer/ui/form/ResourceForm.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { Examples } from './Examples.tsx'

/** 内容接口: access of other programs to the published content of a site, with examples of calls. */
export function Delivery() {
  const [siteId, choose] = useSiteChoice()
  const read = useRead('delivery.settings', { siteId }, { quiet: true, enabled: siteId > 0 })
  return (
    <Page narrow>
      <PageHeader
        title="内容接口"
        text="供网站前端、小程序等其他程序读取站点已发布的内容，无需登录。草稿、回收站和停用站点的内容不会返回。"
      />
      <Toolbar>
        <SiteSelect value={siteId} onChange={choose} />
      </Toolbar>
      {siteId === 0 ? (
        <NoSite />
      ) : read.data ? (
        <Settings key={siteId} settings={read.data} />
      ) : read.error ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Page>
  )
}

const MODES: readonly { value: DeliveryMode; title: string }[] = [
  { value: 'off', title: '不开放' },
  { value: 'token', title: '凭令牌读取' },
  { value: 'public', title: '公开读取' },
]

function Settings({ settings }: { settings: OutputOf<'delivery.settings'> }) {
  const { siteId, mode, columnIds } = settings
  const { mutateAsync } = useWrite('delivery.save')
  const { data } = useRead('column.getTree', { siteId, showHiddenMenu: true })
  const columns = useMemo(
    () =>
      [...indexTree(data ?? []).values()].filter(
        ({ menuType, clue }) => !clue && (menuType === COLUMN_TYPE.article || menuType === COLUMN_TYPE.list),
      ),
    [data],
  )
  const options = useMemo(
    () => columns.map(({ id, title, code }) => ({ value: id, title, note: code ? `栏目代码 ${code}` : `编号 ${id}` })),
    [columns],
  )
  const shown = columns.find(({ id }) => columnIds.length === 0 || columnIds.includes(id))
  return (
    <>
      <ResourceForm title="内容接口" schema={deliverySave} values={settings} save={mutateAsync}>
        {(control) => (
          <>
            <RadioGroupField control={control} name="mode" label="谁可以读取" options={MODES} required />
            <MultiSelectField
              control={control}
              name="columnIds"
              label="开放的栏目"
              hint="不选择表示站点的全部内容栏目；线索栏目从不开放"
              options={options}
              placeholder="全部内容栏目"
            />
            <NumberField
              control={control}
              name="maxAge"
              label="缓存时间"
              hint="浏览器和缓存在此时间内不再请求服务器，0 表示每次请求"
              min={0}
              max={MAX_CACHE_SECONDS}
              unit="秒"
              required
            />
          </>
        )}
      </ResourceForm>
      <Examples siteId={siteId} mode={mode} column={shown} />
    </>
  )
}
