import { deliverySave, LONGEST_MAX_AGE } from '#shared/contract/delivery.ts'
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
import { DELIVERY, MODES } from './text.ts'

/** 内容接口: whether other programs may read what is published of a site, and how they call it. */
export function Delivery() {
  const [siteId, choose] = useSiteChoice()
  const read = useRead('delivery.settings', { siteId }, { quiet: true, enabled: siteId > 0 })
  return (
    <Page narrow>
      <PageHeader title={DELIVERY.title} text={DELIVERY.help} />
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
    () => columns.map(({ id, title, code }) => ({ value: id, title, note: code ? `标识 ${code}` : `编号 ${id}` })),
    [columns],
  )
  const shown = columns.find(({ id }) => columnIds.length === 0 || columnIds.includes(id))
  return (
    <>
      <ResourceForm title={DELIVERY.title} schema={deliverySave} values={settings} save={mutateAsync}>
        {(control) => (
          <>
            <RadioGroupField control={control} name="mode" label={DELIVERY.mode} options={MODES} required />
            <MultiSelectField
              control={control}
              name="columnIds"
              label={DELIVERY.columns}
              hint={DELIVERY.columnsHint}
              options={options}
              placeholder={DELIVERY.allColumns}
            />
            <NumberField
              control={control}
              name="maxAge"
              label={DELIVERY.maxAge}
              hint={DELIVERY.maxAgeHint}
              min={0}
              max={LONGEST_MAX_AGE}
              unit={DELIVERY.seconds}
              required
            />
          </>
        )}
      </ResourceForm>
      <Examples siteId={siteId} mode={mode} column={shown} />
    </>
  )
}
