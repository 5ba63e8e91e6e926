import {
  Button,
  Card,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ShieldCheckmarkRegular, ShieldRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { OwnFactor as Factor } from '#shared/contract/security.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { FACTOR } from '#renderer/features/session/secondFactor/text.ts'
import { CodesDialog, FactorDialog, type OpenedFactor } from './FactorDialogs.tsx'

/** With fewer recovery codes than that one is asked to make new ones. */
const FEW = 3

const useStyles = makeStyles({
  card: { flexShrink: 0 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, flexWrap: 'wrap' },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  on: { color: tokens.colorPaletteGreenForeground1 },
  words: { display: 'grid', gap: tokens.spacingVerticalXXS, flex: '1 1 320px', minWidth: 0 },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
})

/** One's own second factor: how it stands, and switching it on and off. */
export function OwnFactor() {
  const { data } = useRead('security.secondFactor', {}, { quiet: true })
  const [opened, setOpened] = useState<OpenedFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      {data && <FactorCard factor={data} onOpen={(kind) => setOpened({ kind, factor: data })} />}
      {opened && <FactorDialog opened={opened} onCodes={setCodes} onClose={() => setOpened(null)} />}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

interface Props {
  factor: Factor
  onOpen: (kind: OpenedFactor['kind']) => void
}

function FactorCard({ factor, onOpen }: Props) {
  const styles = useStyles()
  const { isOn, since, recoveryLeft, isRequired } = factor
  return (
    <Card className={styles.card} role="region" aria-label={FACTOR.title} appearance="outline">
      <div className={styles.head}>
        <span className={isOn ? `${styles.icon} ${styles.on}` : styles.icon}>
          {isOn ? <ShieldCheckmarkRegular /> : <ShieldRegular />}
        </span>
        <div className={styles.words}>
          <Subtitle2 as="h2" className={styles.title}>
            {FACTOR.title}
          </Subtitle2>
          <Text className={styles.muted}>
            {isOn ? `${FACTOR.on(since)}${FACTOR.left(recoveryLeft)}` : FACTOR.off}
            {isRequired && FACTOR.required}
          </Text>
        </div>
        <div className={styles.actions}>
          {isOn ? (
            <>
              <Button onClick={() => onOpen('codes')}>{FACTOR.newCodes}</Button>
              <Button onClick={() => onOpen('set-up')}>{FACTOR.again}</Button>
              {!isRequired && <Button onClick={() => onOpen('off')}>{FACTOR.turnOff}</Button>}
            </>
          ) : (
            <Button appearance="primary" onClick={() => onOpen('set-up')}>
              {FACTOR.turnOnTitle}
            </Button>
          )}
        </div>
      </div>
      {isOn && recoveryLeft < FEW && (
        <MessageBar intent="warning">
          <MessageBarBody>{FACTOR.few(recoveryLeft)}</MessageBarBody>
        </MessageBar>
      )}
    </Card>
  )
}
