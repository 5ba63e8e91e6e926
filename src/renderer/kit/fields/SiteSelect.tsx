import { Dropdown, makeStyles, mergeClasses, Option } from '@fluentui/react-components'
import type { Site } from '#shared/contract/site.ts'
import { useRead } from '#renderer/data/useRead.ts'

const useStyles = makeStyles({
  root: { minWidth: '200px', maxWidth: '280px' },
  wide: { width: '100%', maxWidth: 'none' },
  chosen: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  list: { maxHeight: '320px', maxWidth: '420px' },
  option: { overflowWrap: 'anywhere' },
})

interface Props {
  value: number
  onChange: (siteId: number) => void
  label?: string
  appearance?: 'outline' | 'filled-lighter'
  /** Puts 系统栏目 (id 0, the back office itself) in front of the sites. */
  withSystem?: boolean
  disabled?: boolean
  /** Which sites are offered; all by default. */
  offers?: (site: Site) => boolean
  /** As wide as the place that it stands in, such as a dialog. */
  wide?: boolean
}

const SYSTEM = { id: 0, title: '系统栏目' }

/** Chooses one of the sites that the account may use (A·§9: size 200, page 1). */
export function SiteSelect(props: Props) {
  const { value, onChange, label = '站点', appearance = 'outline', withSystem = false } = props
  const { disabled = false, wide = false, offers = () => true } = props
  const styles = useStyles()
  const { data, isPending } = useRead('site.page', { page: 1, size: 200 })
  const sites = [...(withSystem ? [SYSTEM] : []), ...(data?.content ?? []).filter(offers)]
  const chosen = sites.find((site) => site.id === value)
  return (
    <Dropdown
      className={mergeClasses(styles.root, wide && styles.wide)}
      appearance={appearance}
      disabled={disabled}
      aria-label={label}
      placeholder={isPending ? '正在加载站点…' : '请选择站点'}
      value={chosen?.title ?? ''}
      {...(chosen
        ? {
            button: {
              children: (
                <span className={styles.chosen} title={chosen.title}>
                  {chosen.title}
                </span>
              ),
            },
          }
        : {})}
      listbox={{ className: styles.list }}
      selectedOptions={chosen ? [String(value)] : []}
      onOptionSelect={(_event, picked) => picked.optionValue && onChange(Number(picked.optionValue))}
    >
      {sites.map((site) => (
        <Option key={site.id} className={styles.option} value={String(site.id)} text={site.title}>
          {site.title}
        </Option>
      ))}
    </Dropdown>
  )
}
