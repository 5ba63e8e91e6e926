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
import { CodesDialog, FactorDialog, type FactorDialogState } from './FactorDialogs.tsx'

/** Number of recovery codes below which a warning is shown. */
const LOW_CODE_COUNT = 3

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

/** The state of the own second factor, with its actions. */
export function OwnFactor() {
  const { data } = useRead('security.secondFactor', {}, { quiet: true })
  const [opened, setOpened] = useState<FactorDialogState | null>(null)
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
  onOpen: (kind: FactorDialogState['kind']) => void
}

function FactorCard({ factor, onOpen }: Props) {
  const styles = useStyles()
  const { isOn, since, recoveryLeft, isRequired } = factor
  return (
    <Card className={styles.card} role="region" aria-label="两步验证" appearance="outline">
      <div className={styles.head}>
        <span className={isOn ? `${styles.icon} ${styles.on}` : styles.icon}>
          {isOn ? <ShieldCheckmarkRegular /> : <ShieldRegular />}
        </span>
        <div className={styles.words}>
          <Subtitle2 as="h2" className={styles.title}>
            两步验证
          </Subtitle2>
          <Text className={styles.muted}>
            {isOn
              ? `已于 ${since} 开启，登录时需要手机上的验证码。还有 ${recoveryLeft} 个恢复码未使用。`
              : '未开启。开启后，登录时除密码外还须输入手机上的验证码，密码泄露后他人也无法登录。'}
            {isRequired && '您的用户组要求两步验证。'}
          </Text>
        </div>
        <div className={styles.actions}>
          {isOn ? (
            <>
              <Button onClick={() => onOpen('codes')}>重新生成恢复码</Button>
              <Button onClick={() => onOpen('set-up')}>重新设置</Button>
              {!isRequired && <Button onClick={() => onOpen('off')}>关闭</Button>}
            </>
          ) : (
            <Button appearance="primary" onClick={() => onOpen('set-up')}>
              开启两步验证
            </Button>
          )}
        </div>
      </div>
      {isOn && recoveryLeft < LOW_CODE_COUNT && (
        <MessageBar intent="warning">
          <MessageBarBody>{`恢复码仅剩 ${recoveryLeft} 个，请重新生成，以免手机丢失后无法登录。`}</MessageBarBody>
        </MessageBar>
      )}
    </Card>
  )
}
