import {
  Button,
  Dropdown,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
} from '@fluentui/react-components'
import {
  CheckmarkSquareRegular,
  ChevronDownRegular,
  CopyRegular,
  ArrowCollapseAllRegular,
  ArrowExpandAllRegular,
} from '@fluentui/react-icons'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'

const FILTER_LABELS = { all: '全部栏目', ticked: '已勾选的', changed: '有改动的' } as const

export type MenuFilter = keyof typeof FILTER_LABELS
const FILTERS = Object.keys(FILTER_LABELS) as MenuFilter[]

const useStyles = makeStyles({
  search: { width: '190px' },
  show: { minWidth: '120px', width: '120px' },
  list: { maxHeight: '360px' },
})

interface Props {
  text: string
  onText: (text: string) => void
  shown: MenuFilter
  onShown: (shown: MenuFilter) => void
  /** Whether all shown menus are ticked. */
  isAllTicked: boolean
  onAll: () => void
  folded: boolean
  onFold: () => void
  settings: readonly { id: number; name: string }[]
  onBatch: (code: number, on: boolean) => void
  /** undefined without another site. */
  onCopySite: (() => void) | undefined
  onCopyRole: () => void
}

/** The toolbar for a site's tree (C·§2: select all / cancel, collapse / expand). */
export function TreeToolbar(props: Props) {
  const styles = useStyles()
  const { isAllTicked, folded, settings } = props
  return (
    <Toolbar
      end={
        <Button icon={folded ? <ArrowExpandAllRegular /> : <ArrowCollapseAllRegular />} onClick={props.onFold}>
          {folded ? '展开' : '折叠'}
        </Button>
      }
    >
      <div className={styles.search}>
        <SearchBox value={props.text} onSearch={props.onText} placeholder="搜索栏目名称" wide />
      </div>
      <Dropdown
        className={styles.show}
        aria-label="显示的栏目"
        value={FILTER_LABELS[props.shown]}
        selectedOptions={[props.shown]}
        onOptionSelect={(_event, { optionValue }) => {
          const chosen = FILTERS.find((each) => each === optionValue)
          if (chosen) props.onShown(chosen)
        }}
      >
        {FILTERS.map((each) => (
          <Option key={each} value={each}>
            {FILTER_LABELS[each]}
          </Option>
        ))}
      </Dropdown>
      <Button icon={<CheckmarkSquareRegular />} onClick={props.onAll}>
        {isAllTicked ? '取消全选' : '全选'}
      </Button>
      {settings.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button iconPosition="after" icon={<ChevronDownRegular />}>
              批量勾选
            </Button>
          </MenuTrigger>
          <MenuPopover className={styles.list}>
            <MenuList>
              {settings.flatMap(({ id, name }) => [
                <MenuItem key={`${id} on`} onClick={() => props.onBatch(id, true)}>
                  {`勾选“${name}”`}
                </MenuItem>,
                <MenuItem key={`${id} off`} onClick={() => props.onBatch(id, false)}>
                  {`取消“${name}”`}
                </MenuItem>,
              ])}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<CopyRegular />}>复制权限</Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {props.onCopySite && <MenuItem onClick={props.onCopySite}>从其他站点复制…</MenuItem>}
            <MenuItem onClick={props.onCopyRole}>从其他用户组复制…</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </Toolbar>
  )
}
