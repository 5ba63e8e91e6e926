import {
  Button,
  Link,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  type MessageBarIntent,
} from '@fluentui/react-components'
import { CopyRegular, DismissRegular } from '@fluentui/react-icons'
import { type ReactElement, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import type { PublicState } from '#shared/contract/publicState.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { announcedEntries, announceEntries, onAnnounced } from './announced.ts'
import { describePublicState, PUBLIC_STATE_LABELS } from './labels.ts'
import { QrButton } from './QrButton.tsx'
import { useBuildNow } from './useBuildNow.ts'
import { usePublicStates } from './usePublicStates.ts'

const useStyles = makeStyles({ address: { overflowWrap: 'anywhere' } })

const INTENTS: Partial<Record<PublicState['kind'], MessageBarIntent>> = {
  live: 'success',
  failed: 'error',
  deployFailed: 'error',
}

interface Props {
  classId: number
  /** 0: a new entry. */
  id: number
  siteId: number
}

/** In the form of an entry: whether its page is on the website, with the address, or why not. */
export function PublicStateBar({ classId, id, siteId }: Props) {
  const state = usePublicStates(classId, id === 0 ? [] : [id]).get(id)
  return state ? <StateBar state={state} siteId={siteId} /> : null
}

/** In a list: how the entries get on that were just published or taken back. */
export function AnnouncedBar({ classId, siteId }: Omit<Props, 'id'>) {
  const now = useSyncExternalStore(onAnnounced, announcedEntries)
  const announced = now?.classId === classId ? now : null
  const states = usePublicStates(classId, announced?.ids ?? [])
  useEffect(() => () => announceEntries(null), [])
  const [first] = states.values()
  if (!announced || !first) return null
  const close = (
    <Button
      appearance="transparent"
      size="small"
      icon={<DismissRegular />}
      aria-label="关闭提示"
      onClick={() => announceEntries(null)}
    />
  )
  if (announced.ids.length === 1)
    return <StateBar state={first} siteId={siteId} title={announced.title} containerAction={close} />
  return <CountsBar states={[...states.values()]} siteId={siteId} containerAction={close} />
}

interface StateBarProps {
  state: PublicState
  siteId: number
  /** Of the entry, where the bar is not in its form. */
  title?: string
  containerAction?: ReactElement
}

function StateBar({ state, siteId, title = '', containerAction }: StateBarProps) {
  const styles = useStyles()
  const copy = useCopy()
  const bar = useRef<HTMLDivElement>(null)
  const { kind, url, needsBuild } = state
  const said = describePublicState(state)
  return (
    <MessageBar ref={bar} tabIndex={-1} intent={INTENTS[kind] ?? (needsBuild ? 'warning' : 'info')}>
      <MessageBarBody>
        {title === '' ? said : `“${title}”${said}`}
        {url !== '' && (
          <>
            {kind === 'live' ? '：' : '，访客目前看到的网页：'}
            <Link className={styles.address} href={url} target="_blank" rel="noopener noreferrer">
              {readable(url)}
            </Link>
          </>
        )}
      </MessageBarBody>
      <MessageBarActions {...(containerAction === undefined ? {} : { containerAction })}>
        {needsBuild && <BuildButton siteId={siteId} bar={bar} />}
        {url !== '' && (
          <>
            <Button size="small" icon={<CopyRegular />} onClick={() => void copy('网址', url)}>
              复制网址
            </Button>
            <QrButton url={url} />
          </>
        )}
      </MessageBarActions>
    </MessageBar>
  )
}

/** Addresses with 汉字 are shown as people write them. */
function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

interface CountsBarProps extends Pick<StateBarProps, 'siteId' | 'containerAction'> {
  states: readonly PublicState[]
}

function CountsBar({ states, siteId, containerAction }: CountsBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const counts = Object.entries(PUBLIC_STATE_LABELS).flatMap(([kind, { short }]) => {
    const count = states.filter((state) => state.kind === kind).length
    return count === 0 ? [] : [`${short} ${count} 篇`]
  })
  const needsBuild = states.some((state) => state.needsBuild)
  const isLive = states.every(({ kind }) => kind === 'live' || kind === 'gone')
  const why = states.find(({ needsBuild: needs, reason }) => needs && reason !== '')?.reason
  return (
    <MessageBar ref={bar} tabIndex={-1} intent={isLive ? 'success' : needsBuild ? 'warning' : 'info'}>
      <MessageBarBody>{`${counts.join('，')}${why === undefined ? '' : `（${why}）`}`}</MessageBarBody>
      <MessageBarActions {...(containerAction === undefined ? {} : { containerAction })}>
        {needsBuild && <BuildButton siteId={siteId} bar={bar} />}
      </MessageBarActions>
    </MessageBar>
  )
}

/** 立即生成, for who may build. The button goes when the build begins, so the bar takes the focus. */
function BuildButton({ siteId, bar }: { siteId: number; bar: RefObject<HTMLElement | null> }) {
  const building = useBuildNow(siteId)
  if (!building) return null
  return (
    <Button
      size="small"
      disabledFocusable={building.isBusy}
      onClick={() => void building.build().then(() => bar.current?.focus())}
    >
      立即生成
    </Button>
  )
}
