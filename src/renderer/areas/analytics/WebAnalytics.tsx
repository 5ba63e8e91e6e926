import { Button, makeStyles, ToggleButton, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowClockwiseRegular, SettingsRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { ANALYTICS_UNSET, analyticsOperations } from '#shared/contract/analytics.ts'
import { mayCall } from '#shared/domain/callAccess.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { useSiteChoice } from '#renderer/features/sites/useSiteChoice.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { type DateRangeValue, dayOf } from '#renderer/ui/fields/dates.ts'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { OwnPanel } from './OwnPanel.tsx'
import { isCompleteRange, QUICK_RANGES, toDateRange, type QuickRange, describeTimeZone } from './ranges.ts'
import { SettingsDialog } from './settings/SettingsDialog.tsx'
import type { InputOf } from '#shared/contract/registry.ts'
import type { AppError, ErrorCode } from '#shared/errors/index.ts'
import { FigureCards } from './FigureCards.tsx'
import { OWN_STATISTICS_TEXT } from './settings/OwnForm.tsx'

/** Errors that have another cause than missing settings of the site. */
const CODES_WITH_OWN_TEXT: ReadonlySet<ErrorCode> = new Set([
  'timeout',
  'unavailable',
  'no-response',
  'too-many',
  'unauthorized',
  'forbidden',
  'not-found',
])

interface Props {
  input: InputOf<'analytics.getData'>
  /** undefined when the account may not change the statistics settings. */
  onSettings: (() => void) | undefined
}

/** Figures of Baidu Tongji, fetched through the server. */
function BaiduPanel({ input, onSettings }: Props) {
  const read = useRead('analytics.getData', input, { quiet: true, keepPrevious: true, fresh: true })
  if (read.error) return <BaiduError error={read.error} onSettings={onSettings} onRetry={() => void read.refetch()} />
  return read.data ? <FigureCards figures={read.data} /> : <LoadingState />
}

interface FailureProps extends Pick<Props, 'onSettings'> {
  error: AppError
  onRetry: () => void
}

function BaiduError({ error, onSettings, onRetry }: FailureProps) {
  if (CODES_WITH_OWN_TEXT.has(error.code)) return <ErrorState error={error} onRetry={onRetry} />
  const hint = error.message.startsWith(ANALYTICS_UNSET) ? error.message.slice(ANALYTICS_UNSET.length) : error.message
  return (
    <EmptyState
      title={ANALYTICS_UNSET}
      text={hint || '没有百度统计账号时，可在“设置”中开启“本站统计”。'}
      action={
        onSettings && (
          <Button appearance="primary" onClick={onSettings}>
            设置
          </Button>
        )
      }
    />
  )
}

const useStyles = makeStyles({ ranges: { flexWrap: 'wrap', marginInline: `-${tokens.spacingHorizontalS}` } })

/** Picked days, or a quick range whose days are counted back from the server's current day. */
type RangeChoice = { days: DateRangeValue } | { quick: QuickRange }

/** 网站统计: the five figures of a site in a range of days (C·§2 Web-analytics dashboard). */
export function WebAnalytics() {
  const styles = useStyles()
  const [siteId, setSiteId] = useSiteChoice()
  const [now] = useState(() => new Date())
  const [choice, setChoice] = useState<RangeChoice>({ quick: QUICK_RANGES[0] })
  const [isSettingsOpen, setIsSettingsOpen] = useState(false)
  const [reloadCount, setReloadCount] = useState(0)
  // A server without this operation offers only Baidu's figures.
  const state = useRead('analytics.state', { id: siteId }, { quiet: true, enabled: siteId > 0 })
  const isOwn = state.data?.source === 'own'
  const quickKey = 'quick' in choice ? choice.quick.key : ''
  const range = 'quick' in choice ? toDateRange(choice.quick, dayOf(state.data?.today ?? '') ?? now) : choice.days
  const zone = state.data ? describeTimeZone(state.data, now) : ''
  const canEditSettings = mayCall(analyticsOperations['analytics.setSource'].access, useAuthority()) === 'yes'
  const onSettings = canEditSettings ? () => setIsSettingsOpen(true) : undefined
  const isReady = siteId > 0 && isCompleteRange(range) && !state.isPending
  return (
    <Page>
      <PageHeader
        title="网站统计"
        text={`${isOwn ? OWN_STATISTICS_TEXT : '数据来自百度统计。'}${zone}`}
        actions={
          <>
            <Tooltip content="刷新" relationship="label">
              <Button
                appearance="subtle"
                icon={<ArrowClockwiseRegular />}
                onClick={() => {
                  setReloadCount(reloadCount + 1)
                  void state.refetch()
                }}
              />
            </Tooltip>
            {isOwn && isReady && (
              <SheetButtons
                what="本站统计"
                at={{ siteId: 0, menuId: MENU.analytics }}
                exports={{ operation: 'analytics.sheet', input: { siteId, ...range } }}
              />
            )}
            {onSettings && (
              <Button icon={<SettingsRegular />} disabled={siteId === 0} onClick={onSettings}>
                设置
              </Button>
            )}
          </>
        }
      />
      <Toolbar>
        <SiteSelect value={siteId} onChange={setSiteId} />
        <div role="group" aria-label="时间范围" className={styles.ranges}>
          {QUICK_RANGES.map((chosen) => (
            <ToggleButton
              key={chosen.key}
              appearance={quickKey === chosen.key ? 'primary' : 'subtle'}
              checked={quickKey === chosen.key}
              onClick={() => {
                setChoice({ quick: chosen })
                // The server's day may have changed since the last read.
                void state.refetch()
              }}
            >
              {chosen.title}
            </ToggleButton>
          ))}
        </div>
        <DateRange value={range} onChange={(days) => setChoice({ days })} />
      </Toolbar>
      {siteId === 0 && <EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />}
      {siteId > 0 && !isCompleteRange(range) && (
        <EmptyState title="请选择日期" text="选择开始日期和结束日期后显示统计" />
      )}
      {isReady && isOwn && state.data && (
        <OwnPanel key={reloadCount} state={state.data} range={range} onSettings={onSettings} />
      )}
      {isReady && !isOwn && (
        <BaiduPanel
          key={reloadCount}
          input={{ time: quickKey, site_id: siteId, start_date: range.start, end_date: range.end }}
          onSettings={onSettings}
        />
      )}
      {isSettingsOpen && (
        <SettingsDialog siteId={siteId} state={state.data ?? null} onClose={() => setIsSettingsOpen(false)} />
      )}
    </Page>
  )
}
