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
import { isWhole, QUICK, quickDays, type QuickRange, zoneText } from './ranges.ts'
import { SettingsDialog } from './settings/SettingsDialog.tsx'
import type { InputOf } from '#shared/contract/registry.ts'
import type { AppError, ErrorCode } from '#shared/errors/index.ts'
import { FigureCards } from './FigureCards.tsx'
import { OWN_STATISTICS_TEXT } from './settings/OwnForm.tsx'

/** These say that something else is wrong than the settings of the site. */
const OWN_WORDS: ReadonlySet<ErrorCode> = new Set([
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
  /** undefined: the account may not set the statistics up. */
  onSettings: (() => void) | undefined
}

/** Baidu's figures, by way of the server. */
function BaiduPanel({ input, onSettings }: Props) {
  const read = useRead('analytics.getData', input, { quiet: true, keepPrevious: true, fresh: true })
  if (read.error) return <Failure error={read.error} onSettings={onSettings} onRetry={() => void read.refetch()} />
  return read.data ? <FigureCards figures={read.data} /> : <LoadingState />
}

interface FailureProps extends Pick<Props, 'onSettings'> {
  error: AppError
  onRetry: () => void
}

function Failure({ error, onSettings, onRetry }: FailureProps) {
  if (OWN_WORDS.has(error.code)) return <ErrorState error={error} onRetry={onRetry} />
  const more = error.message.startsWith(ANALYTICS_UNSET) ? error.message.slice(ANALYTICS_UNSET.length) : error.message
  return (
    <EmptyState
      title={ANALYTICS_UNSET}
      text={more || '没有百度统计的账号时，可以在“设置”的“本站统计”中开启本站统计。'}
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

/** Days that were picked, or a quick range, whose days are counted from the server's day. */
type Asked = { days: DateRangeValue } | { quick: QuickRange }

/** 网站统计: the five figures of a site in a range of days (C·§2 Web-analytics dashboard). */
export function WebAnalytics() {
  const styles = useStyles()
  const [siteId, choose] = useSiteChoice()
  const [now] = useState(() => new Date())
  const [asked, setAsked] = useState<Asked>({ quick: QUICK[0] })
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(0)
  // A server without these settings has Baidu's figures alone.
  const state = useRead('analytics.state', { id: siteId }, { quiet: true, enabled: siteId > 0 })
  const isOwn = state.data?.source === 'own'
  const quick = 'quick' in asked ? asked.quick.key : ''
  const range = 'quick' in asked ? quickDays(asked.quick, dayOf(state.data?.today ?? '') ?? now) : asked.days
  const zone = state.data ? zoneText(state.data, now) : ''
  const maySet = mayCall(analyticsOperations['analytics.setSource'].access, useAuthority()) === 'yes'
  const onSettings = maySet ? () => setOpen(true) : undefined
  const isReady = siteId > 0 && isWhole(range) && !state.isPending
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
                  setShown(shown + 1)
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
        <SiteSelect value={siteId} onChange={choose} />
        <div role="group" aria-label="时间范围" className={styles.ranges}>
          {QUICK.map((chosen) => (
            <ToggleButton
              key={chosen.key}
              appearance={quick === chosen.key ? 'primary' : 'subtle'}
              checked={quick === chosen.key}
              onClick={() => {
                setAsked({ quick: chosen })
                // The server's day may have changed since.
                void state.refetch()
              }}
            >
              {chosen.title}
            </ToggleButton>
          ))}
        </div>
        <DateRange value={range} onChange={(days) => setAsked({ days })} />
      </Toolbar>
      {siteId === 0 && <EmptyState title="没有可用的站点" text="请联系管理员为您的用户组分配站点。" />}
      {siteId > 0 && !isWhole(range) && (
        <EmptyState title="请选择日期" text="选择开始和结束日期，查看这段时间的统计。" />
      )}
      {isReady && isOwn && state.data && (
        <OwnPanel key={shown} state={state.data} range={range} onSettings={onSettings} />
      )}
      {isReady && !isOwn && (
        <BaiduPanel
          key={shown}
          input={{ time: quick, site_id: siteId, start_date: range.start, end_date: range.end }}
          onSettings={onSettings}
        />
      )}
      {open && <SettingsDialog siteId={siteId} state={state.data ?? null} onClose={() => setOpen(false)} />}
    </Page>
  )
}
