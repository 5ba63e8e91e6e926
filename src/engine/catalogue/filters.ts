import type { FilterEntry } from './types.ts'

type Row = readonly [name: string, title: string, parameters: string, example: string, result?: string]
const entry =
  (of: FilterEntry['of']) =>
  ([name, title, parameters, example, result]: Row): FilterEntry => ({
    name,
    of,
    title,
    parameters,
    example,
    ...(result !== undefined && { result }),
  })

const SITE: readonly Row[] = [
  [
    'date',
    '格式化时间；%Y 年 %m 月 %d 日 %H 时 %M 分；now 是生成页面的日期',
    '格式',
    '{{ "2026-11-23 08:30:00" | date: "%Y年%m月%d日" }}',
    '2026年11月23日',
  ],
  ['summary', '去掉标记后的前若干个字，超过时加省略号', '字数，默认 100', '{{ "一二三四五" | summary: 3 }}', '一二三…'],
  [
    'image',
    '上传图片的缩略图（最长边 480 像素）；original 是原图',
    '"small" 或 "original"',
    '{{ "/files/2026/11/a.png" | image: "small" }}',
    '/thumbs/2026/11/a.png',
  ],
  ['asset', '模板文件的地址，带版本号，避免浏览器使用旧缓存', '', '{{ "css/site.css" | asset }}'],
  ['newline_to_br', '在每行末尾加 <br>', '', '{{ article.note | newline_to_br }}'],
  ['strip_html', '去掉标记，只保留文字', '', '{{ "<b>新闻</b>" | strip_html }}', '新闻'],
  ['escape', '转义；文字会自动转义，重复使用没有影响', '', '{{ "a & b" | escape }}', 'a &amp; b'],
  ['h', '与 escape 相同', '', '{{ "a & b" | h }}', 'a &amp; b'],
  ['escape_once', '转义，不重复转义', '', '{{ "a &amp; b" | escape_once }}', 'a &amp; b'],
  ['raw', '原样；文字仍会自动转义', '', '{{ "新闻" | raw }}', '新闻'],
]

const TEXTS: readonly Row[] = [
  ['append', '在末尾添加文字', '文字', '{{ "a" | append: ".html" }}', 'a.html'],
  ['prepend', '在开头添加文字', '文字', '{{ "a" | prepend: "css/" }}', 'css/a'],
  ['upcase', '转换为大写', '', '{{ "abc" | upcase }}', 'ABC'],
  ['downcase', '转换为小写', '', '{{ "ABC" | downcase }}', 'abc'],
  ['capitalize', '首字母大写，其他小写', '', '{{ "news" | capitalize }}', 'News'],
  ['strip', '去掉首尾空白', '', '{{ " a " | strip }}', 'a'],
  ['lstrip', '去掉开头空白', '', '{{ " a" | lstrip }}', 'a'],
  ['rstrip', '去掉末尾空白', '', '{{ "a " | rstrip }}', 'a'],
  ['strip_newlines', '去掉换行', '', '{{ article.note | strip_newlines }}'],
  ['squish', '去掉首尾空白，并把连续空白合并为一个空格', '', '{{ " a   b " | squish }}', 'a b'],
  ['normalize_whitespace', '把连续空白合并为一个空格', '', '{{ "a   b" | normalize_whitespace }}', 'a b'],
  ['replace', '全部替换', '旧文字, 新文字', '{{ "a-b-c" | replace: "-", "/" }}', 'a/b/c'],
  ['replace_first', '替换第一处', '旧文字, 新文字', '{{ "a-b-c" | replace_first: "-", "/" }}', 'a/b-c'],
  ['replace_last', '替换最后一处', '旧文字, 新文字', '{{ "a-b-c" | replace_last: "-", "/" }}', 'a-b/c'],
  ['remove', '全部去掉', '文字', '{{ "a-b-c" | remove: "-" }}', 'abc'],
  ['remove_first', '去掉第一处', '文字', '{{ "a-b-c" | remove_first: "-" }}', 'ab-c'],
  ['remove_last', '去掉最后一处', '文字', '{{ "a-b-c" | remove_last: "-" }}', 'a-bc'],
  ['truncate', '截短到若干个字符，包括末尾的省略号', '长度, 省略号', '{{ "abcdefgh" | truncate: 5, "…" }}', 'abcd…'],
  ['truncatewords', '截短到若干个词（以空格分隔）', '词数, 省略号', '{{ "a b c d" | truncatewords: 2, "…" }}', 'a b…'],
  ['split', '按分隔符拆分为列表', '分隔符', '{{ "a,b,c" | split: "," | size }}', '3'],
  ['slice', '取一部分，从 0 开始', '开始, 长度', '{{ "abcdef" | slice: 1, 3 }}', 'bcd'],
  ['size', '文字的长度，或列表的项数', '', '{{ "abc" | size }}', '3'],
  ['slugify', '转换为网址可用的形式', '', '{{ "Hello World" | slugify }}', 'hello-world'],
  ['number_of_words', '词数', '', '{{ "a b c" | number_of_words }}', '3'],
  ['url_encode', '编码为网址的一部分', '', '{{ "新闻" | url_encode }}', '%E6%96%B0%E9%97%BB'],
  ['url_decode', '解码网址的一部分', '', '{{ "%E6%96%B0" | url_decode }}', '新'],
  ['cgi_escape', '编码为网址参数', '', '{{ "a b" | cgi_escape }}', 'a+b'],
  ['uri_escape', '编码网址中不允许的字符', '', '{{ "/新" | uri_escape }}', '/%E6%96%B0'],
  ['xml_escape', '转义', '', '{{ "a" | xml_escape }}', 'a'],
  ['base64_encode', '编码为 Base64', '', '{{ "abc" | base64_encode }}', 'YWJj'],
  ['base64_decode', '从 Base64 解码', '', '{{ "YWJj" | base64_decode }}', 'abc'],
  ['sha256', 'SHA-256 摘要', '', '{{ "abc" | sha256 | slice: 0, 8 }}', 'ba7816bf'],
  ['hmac_sha256', 'HMAC-SHA-256 摘要', '密钥', '{{ "abc" | hmac_sha256: "key" | size }}', '64'],
  ['default', '为空时使用的默认值', '值', '{{ "" | default: "本站" }}', '本站'],
]

const NUMBERS: readonly Row[] = [
  ['plus', '加', '数', '{{ 1 | plus: 2 }}', '3'],
  ['minus', '减', '数', '{{ 5 | minus: 2 }}', '3'],
  ['times', '乘', '数', '{{ 3 | times: 2 }}', '6'],
  ['divided_by', '除；第二个参数为 true 时取整', '数, 是否取整', '{{ 7 | divided_by: 2, true }}', '3'],
  ['modulo', '余数', '数', '{{ 7 | modulo: 2 }}', '1'],
  ['abs', '绝对值', '', '{{ -3 | abs }}', '3'],
  ['ceil', '向上取整', '', '{{ 1.2 | ceil }}', '2'],
  ['floor', '向下取整', '', '{{ 1.8 | floor }}', '1'],
  ['round', '四舍五入', '小数位数', '{{ 1.26 | round: 1 }}', '1.3'],
  ['at_least', '不小于', '数', '{{ 1 | at_least: 3 }}', '3'],
  ['at_most', '不大于', '数', '{{ 9 | at_most: 3 }}', '3'],
  ['to_integer', '转换为整数', '', '{{ "12" | to_integer }}', '12'],
]

const LISTS: readonly Row[] = [
  ['first', '第一项', '', '{{ "a,b" | split: "," | first }}', 'a'],
  ['last', '最后一项', '', '{{ "a,b" | split: "," | last }}', 'b'],
  ['join', '连接为文字', '分隔符', '{{ "a,b" | split: "," | join: " / " }}', 'a / b'],
  ['reverse', '倒序', '', '{{ "a,b" | split: "," | reverse | join: "" }}', 'ba'],
  ['sort', '排序', '字段', '{{ "b,a" | split: "," | sort | join: "" }}', 'ab'],
  ['sort_natural', '排序，不区分大小写', '字段', '{{ "b,A" | split: "," | sort_natural | join: "" }}', 'Ab'],
  ['uniq', '去掉重复项', '', '{{ "a,b,a" | split: "," | uniq | join: "" }}', 'ab'],
  ['compact', '去掉空项', '', '{{ "a,b" | split: "," | compact | size }}', '2'],
  [
    'concat',
    '连接另一个列表',
    '列表',
    '{% assign more = "c" | split: "," %}{{ "a,b" | split: "," | concat: more | join: "" }}',
    'abc',
  ],
  ['push', '在末尾添加一项', '值', '{{ "a" | split: "," | push: "b" | join: "" }}', 'ab'],
  ['unshift', '在开头添加一项', '值', '{{ "a" | split: "," | unshift: "b" | join: "" }}', 'ba'],
  ['pop', '去掉最后一项', '', '{{ "a,b" | split: "," | pop | join: "" }}', 'a'],
  ['shift', '去掉第一项', '', '{{ "a,b" | split: "," | shift | join: "" }}', 'b'],
  ['map', '取每一项的一个字段', '字段', '{{ column.children | map: "title" | join: "、" }}'],
  ['sum', '求和', '字段', '{{ "1,2" | split: "," | sum }}', '3'],
  ['where', '保留字段等于该值的项', '字段, 值', '{{ column.children | where: "code", "news" | size }}'],
  ['reject', '去掉字段等于该值的项', '字段, 值', '{{ column.children | reject: "code", "news" | size }}'],
  [
    'where_exp',
    '保留符合条件的项',
    '名称, 条件',
    '{{ column.children | where_exp: "item", "item.depth == 2" | size }}',
  ],
  [
    'reject_exp',
    '去掉符合条件的项',
    '名称, 条件',
    '{{ column.children | reject_exp: "item", "item.depth == 2" | size }}',
  ],
  [
    'find',
    '字段等于该值的第一项',
    '字段, 值',
    '{% assign found = column.children | find: "code", "news" %}{{ found.title }}',
  ],
  [
    'find_exp',
    '符合条件的第一项',
    '名称, 条件',
    '{% assign found = column.children | find_exp: "item", "item.active" %}{{ found.title }}',
  ],
  ['find_index', '字段等于该值的项的序号，从 0 开始', '字段, 值', '{{ column.children | find_index: "code", "news" }}'],
  [
    'find_index_exp',
    '符合条件的项的序号，从 0 开始',
    '名称, 条件',
    '{{ column.children | find_index_exp: "item", "item.active" }}',
  ],
  ['has', '是否有字段等于该值的项', '字段, 值', '{{ column.children | has: "code", "news" }}'],
  ['has_exp', '是否有符合条件的项', '名称, 条件', '{{ column.children | has_exp: "item", "item.active" }}'],
  ['group_by', '按字段分组，每组有 name 和 items', '字段', '{{ column.children | group_by: "depth" | size }}'],
  [
    'group_by_exp',
    '按条件分组，每组有 name 和 items',
    '名称, 条件',
    '{{ column.children | group_by_exp: "item", "item.active" | size }}',
  ],
  ['sample', '随机取若干项；每次生成的页面不同，请谨慎使用', '个数', '{{ "a" | split: "," | sample }}', 'a'],
  [
    'array_to_sentence_string',
    '连接为句子',
    '连接词',
    '{{ "甲,乙" | split: "," | array_to_sentence_string: "和" }}',
    '甲 和 乙',
  ],
]

const OTHERS: readonly Row[] = [
  ['date_to_xmlschema', '时间格式化为 ISO 8601', '', '{{ article.date | date_to_xmlschema }}'],
  ['date_to_rfc822', '时间格式化为 RFC 822，用于 RSS', '', '{{ article.date | date_to_rfc822 }}'],
  ['date_to_string', '时间格式化为英文短日期', '', '{{ article.date | date_to_string }}'],
  ['date_to_long_string', '时间格式化为英文长日期', '', '{{ article.date | date_to_long_string }}'],
  ['json', '转换为 JSON', '', '{{ 12 | json }}', '12'],
  ['jsonify', '与 json 相同', '', '{{ 12 | jsonify }}', '12'],
  ['inspect', '转换为 JSON，用于查看值', '', '{{ 12 | inspect }}', '12'],
]

/** All filters that templates may use. */
export const FILTERS: readonly FilterEntry[] = [
  ...SITE.map(entry('site')),
  ...[...TEXTS, ...NUMBERS, ...LISTS, ...OTHERS].map(entry('liquid')),
]

/** Filters that only the engine inserts. */
export const INNER_FILTERS = ['safe_address', 'block_super'] as const
