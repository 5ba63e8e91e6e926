import { makeStyles, mergeClasses, Spinner, Text, tokens } from '@fluentui/react-components'
import { ChevronRightRegular, DesktopRegular, type FluentIcon, GlobeDesktopRegular } from '@fluentui/react-icons'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalM },
  card: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    padding: tokens.spacingHorizontalL,
    textAlign: 'start',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
    ':disabled': { cursor: 'default', color: tokens.colorNeutralForegroundDisabled },
  },
  first: { border: `1px solid ${tokens.colorBrandStroke1}` },
  icon: { fontSize: '28px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  texts: { display: 'grid', gap: tokens.spacingVerticalXXS, flex: '1 1 auto' },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface ChoiceProps {
  icon: FluentIcon
  title: string
  text: string
  first?: boolean
  busy?: boolean
  disabled: boolean
  onClick: () => void
}

function Choice({ icon: Icon, title, text, first = false, busy = false, disabled, onClick }: ChoiceProps) {
  const styles = useStyles()
  return (
    <button
      type="button"
      className={mergeClasses(styles.card, first && styles.first)}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.texts}>
        <Text weight="semibold" size={400}>
          {title}
        </Text>
        <Text className={styles.muted}>{text}</Text>
      </span>
      {busy ? <Spinner size="tiny" aria-hidden /> : <ChevronRightRegular />}
    </button>
  )
}

interface Props {
  /** Id of the connection that is being opened. */
  openingId: string | null
  /** Whether the administrator's policy allows the built-in server, and whether it allows others. */
  allowsBuiltin: boolean
  allowsRemote: boolean
  onBuiltin: () => void
  onRemote: () => void
}

/** The choices for a start: the built-in server or another server. */
export function StartChoices({ openingId, allowsBuiltin, allowsRemote, onBuiltin, onRemote }: Props) {
  const styles = useStyles()
  return (
    <div className={styles.list}>
      {allowsBuiltin && (
        <Choice
          first
          icon={DesktopRegular}
          title="使用内置服务器"
          text="在本机运行，自动登录，数据保存在本机的数据文件夹中。"
          busy={openingId === 'builtin'}
          disabled={openingId !== null}
          onClick={onBuiltin}
        />
      )}
      {allowsRemote && (
        <Choice
          icon={GlobeDesktopRegular}
          title="连接到服务器"
          text="填写已有服务器的地址，测试连接后保存。"
          disabled={openingId !== null}
          onClick={onRemote}
        />
      )}
    </div>
  )
}
