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
    '时间写成文字；%Y 年 %m 月 %d 日 %H 时 %M 分；now 是生成页面的那天',
    '格式',
    '{{ "2026-11-23 08:30:00" | date: "%Y年%m月%d日" }}',
    '2026年11月23日',
  ],
  [
    'summary',
    '去掉标记后的前若干个字，超过时加省略号',
    '字数，不写是 100',
    '{{ "一二三四五" | summary: 3 }}',
    '一二三…',
  ],
  [
    'image',
    '上传的图片的小图（最长边 480 像素）；original 是原图',
    '"small" 或 "original"',
    '{{ "/files/2026/11/a.png" | image: "small" }}',
    '/thumbs/2026/11/a.png',
  ],
  ['asset', '模板里一个文件的地址，带版本号，浏览器不会用旧的', '', '{{ "css/site.css" | asset }}'],
  ['newline_to_br', '每一行后面换行', '', '{{ article.note | newline_to_br }}'],
  ['strip_html', '去掉标记，只留文字', '', '{{ "<b>新闻</b>" | strip_html }}', '新闻'],
  ['escape', '转义；文字本来就会自动转义，写上也没有坏处', '', '{{ "a & b" | escape }}', 'a &amp; b'],
  ['h', '与 escape 相同', '', '{{ "a & b" | h }}', 'a &amp; b'],
  ['escape_once', '转义，已经转义的不再转义', '', '{{ "a &amp; b" | escape_once }}', 'a &amp; b'],
  ['raw', '原样；文字仍会自动转义', '', '{{ "新闻" | raw }}', '新闻'],
]

const TEXTS: readonly Row[] = [
  ['append', '后面接上', '文字', '{{ "a" | append: ".html" }}', 'a.html'],
  ['prepend', '前面接上', '文字', '{{ "a" | prepend: "css/" }}', 'css/a'],
  ['upcase', '字母变大写', '', '{{ "abc" | upcase }}', 'ABC'],
  ['downcase', '字母变小写', '', '{{ "ABC" | downcase }}', 'abc'],
  ['capitalize', '第一个字母大写，其他小写', '', '{{ "news" | capitalize }}', 'News'],
  ['strip', '去掉两头的空白', '', '{{ " a " | strip }}', 'a'],
  ['lstrip', '去掉开头的空白', '', '{{ " a" | lstrip }}', 'a'],
  ['rstrip', '去掉末尾的空白', '', '{{ "a " | rstrip }}', 'a'],
  ['strip_newlines', '去掉换行', '', '{{ article.note | strip_newlines }}'],
  ['squish', '去掉两头的空白，中间连续的空白变成一个空格', '', '{{ " a   b " | squish }}', 'a b'],
  ['normalize_whitespace', '连续的空白变成一个空格', '', '{{ "a   b" | normalize_whitespace }}', 'a b'],
  ['replace', '全部替换', '旧文字, 新文字', '{{ "a-b-c" | replace: "-", "/" }}', 'a/b/c'],
  ['replace_first', '替换第一处', '旧文字, 新文字', '{{ "a-b-c" | replace_first: "-", "/" }}', 'a/b-c'],
  ['replace_last', '替换最后一处', '旧文字, 新文字', '{{ "a-b-c" | replace_last: "-", "/" }}', 'a-b/c'],
  ['remove', '全部去掉', '文字', '{{ "a-b-c" | remove: "-" }}', 'abc'],
  ['remove_first', '去掉第一处', '文字', '{{ "a-b-c" | remove_first: "-" }}', 'ab-c'],
  ['remove_last', '去掉最后一处', '文字', '{{ "a-b-c" | remove_last: "-" }}', 'a-bc'],
  ['truncate', '截短到若干个字符，末尾的省略号也算', '长度, 省略号', '{{ "abcdefgh" | truncate: 5, "…" }}', 'abcd…'],
  ['truncatewords', '截短到若干个词（以空格分开）', '词数, 省略号', '{{ "a b c d" | truncatewords: 2, "…" }}', 'a b…'],
  ['split', '按分隔符分成列表', '分隔符', '{{ "a,b,c" | split: "," | size }}', '3'],
  ['slice', '取一部分，从 0 开始', '开始, 长度', '{{ "abcdef" | slice: 1, 3 }}', 'bcd'],
  ['size', '文字的长度，或列表有几个', '', '{{ "abc" | size }}', '3'],
  ['slugify', '变成能用在地址里的样子', '', '{{ "Hello World" | slugify }}', 'hello-world'],
  ['number_of_words', '有几个词', '', '{{ "a b c" | number_of_words }}', '3'],
  ['url_encode', '编码为地址的一部分', '', '{{ "新闻" | url_encode }}', '%E6%96%B0%E9%97%BB'],
  ['url_decode', '解码地址的一部分', '', '{{ "%E6%96%B0" | url_decode }}', '新'],
  ['cgi_escape', '编码为地址的参数', '', '{{ "a b" | cgi_escape }}', 'a+b'],
  ['uri_escape', '编码地址里不能有的字符', '', '{{ "/新" | uri_escape }}', '/%E6%96%B0'],
  ['xml_escape', '转义', '', '{{ "a" | xml_escape }}', 'a'],
  ['base64_encode', '编码为 Base64', '', '{{ "abc" | base64_encode }}', 'YWJj'],
  ['base64_decode', '从 Base64 解码', '', '{{ "YWJj" | base64_decode }}', 'abc'],
  ['sha256', 'SHA-256 摘要', '', '{{ "abc" | sha256 | slice: 0, 8 }}', 'ba7816bf'],
  ['hmac_sha256', 'HMAC-SHA-256 摘要', '密钥', '{{ "abc" | hmac_sha256: "key" | size }}', '64'],
  ['default', '空的时候用这个值', '值', '{{ "" | default: "本站" }}', '本站'],
]

const NUMBERS: readonly Row[] = [
  ['plus', '加', '数', '{{ 1 | plus: 2 }}', '3'],
  ['minus', '减', '数', '{{ 5 | minus: 2 }}', '3'],
  ['times', '乘', '数', '{{ 3 | times: 2 }}', '6'],
  ['divided_by', '除；两个整数要得到整数时第二个参数写 true', '数, 是否取整', '{{ 7 | divided_by: 2, true }}', '3'],
  ['modulo', '余数', '数', '{{ 7 | modulo: 2 }}', '1'],
  ['abs', '绝对值', '', '{{ -3 | abs }}', '3'],
  ['ceil', '向上取整', '', '{{ 1.2 | ceil }}', '2'],
  ['floor', '向下取整', '', '{{ 1.8 | floor }}', '1'],
  ['round', '四舍五入', '小数位数', '{{ 1.26 | round: 1 }}', '1.3'],
  ['at_least', '不小于', '数', '{{ 1 | at_least: 3 }}', '3'],
  ['at_most', '不大于', '数', '{{ 9 | at_most: 3 }}', '3'],
  ['to_integer', '变成整数', '', '{{ "12" | to_integer }}', '12'],
]

const LISTS: readonly Row[] = [
  ['first', '第一个', '', '{{ "a,b" | split: "," | first }}', 'a'],
  ['last', '最后一个', '', '{{ "a,b" | split: "," | last }}', 'b'],
  ['join', '连成文字', '分隔符', '{{ "a,b" | split: "," | join: " / " }}', 'a / b'],
  ['reverse', '倒过来', '', '{{ "a,b" | split: "," | reverse | join: "" }}', 'ba'],
  ['sort', '排序', '字段', '{{ "b,a" | split: "," | sort | join: "" }}', 'ab'],
  ['sort_natural', '排序，不分大小写', '字段', '{{ "b,A" | split: "," | sort_natural | join: "" }}', 'Ab'],
  ['uniq', '去掉重复的', '', '{{ "a,b,a" | split: "," | uniq | join: "" }}', 'ab'],
  ['compact', '去掉空的', '', '{{ "a,b" | split: "," | compact | size }}', '2'],
  [
    'concat',
    '接上另一个列表',
    '列表',
    '{% assign more = "c" | split: "," %}{{ "a,b" | split: "," | concat: more | join: "" }}',
    'abc',
  ],
  ['push', '后面加一个', '值', '{{ "a" | split: "," | push: "b" | join: "" }}', 'ab'],
  ['unshift', '前面加一个', '值', '{{ "a" | split: "," | unshift: "b" | join: "" }}', 'ba'],
  ['pop', '去掉最后一个', '', '{{ "a,b" | split: "," | pop | join: "" }}', 'a'],
  ['shift', '去掉第一个', '', '{{ "a,b" | split: "," | shift | join: "" }}', 'b'],
  ['map', '取每一个的一个字段', '字段', '{{ column.children | map: "title" | join: "、" }}'],
  ['sum', '加起来', '字段', '{{ "1,2" | split: "," | sum }}', '3'],
  ['where', '只留字段等于这个值的', '字段, 值', '{{ column.children | where: "code", "news" | size }}'],
  ['reject', '去掉字段等于这个值的', '字段, 值', '{{ column.children | reject: "code", "news" | size }}'],
  ['where_exp', '只留符合条件的', '名称, 条件', '{{ column.children | where_exp: "item", "item.depth == 2" | size }}'],
  [
    'reject_exp',
    '去掉符合条件的',
    '名称, 条件',
    '{{ column.children | reject_exp: "item", "item.depth == 2" | size }}',
  ],
  [
    'find',
    '字段等于这个值的第一个',
    '字段, 值',
    '{% assign found = column.children | find: "code", "news" %}{{ found.title }}',
  ],
  [
    'find_exp',
    '符合条件的第一个',
    '名称, 条件',
    '{% assign found = column.children | find_exp: "item", "item.active" %}{{ found.title }}',
  ],
  [
    'find_index',
    '字段等于这个值的是第几个，从 0 开始',
    '字段, 值',
    '{{ column.children | find_index: "code", "news" }}',
  ],
  [
    'find_index_exp',
    '符合条件的是第几个，从 0 开始',
    '名称, 条件',
    '{{ column.children | find_index_exp: "item", "item.active" }}',
  ],
  ['has', '有没有字段等于这个值的', '字段, 值', '{{ column.children | has: "code", "news" }}'],
  ['has_exp', '有没有符合条件的', '名称, 条件', '{{ column.children | has_exp: "item", "item.active" }}'],
  ['group_by', '按字段分组，每组有 name 和 items', '字段', '{{ column.children | group_by: "depth" | size }}'],
  [
    'group_by_exp',
    '按条件分组，每组有 name 和 items',
    '名称, 条件',
    '{{ column.children | group_by_exp: "item", "item.active" | size }}',
  ],
  ['sample', '随机取；每次生成的页面不同，请少用', '个数', '{{ "a" | split: "," | sample }}', 'a'],
  [
    'array_to_sentence_string',
    '连成一句话',
    '连接词',
    '{{ "甲,乙" | split: "," | array_to_sentence_string: "和" }}',
    '甲 和 乙',
  ],
]

const OTHERS: readonly Row[] = [
  ['date_to_xmlschema', '时间写成 ISO 8601', '', '{{ article.date | date_to_xmlschema }}'],
  ['date_to_rfc822', '时间写成 RFC 822，用于 RSS', '', '{{ article.date | date_to_rfc822 }}'],
  ['date_to_string', '时间写成英文的短日期', '', '{{ article.date | date_to_string }}'],
  ['date_to_long_string', '时间写成英文的长日期', '', '{{ article.date | date_to_long_string }}'],
  ['json', '写成 JSON', '', '{{ 12 | json }}', '12'],
  ['jsonify', '与 json 相同', '', '{{ 12 | jsonify }}', '12'],
  ['inspect', '写成 JSON，用于查看一个值', '', '{{ 12 | inspect }}', '12'],
]

/** Every filter that a template may use. */
export const FILTERS: readonly FilterEntry[] = [
  ...SITE.map(entry('site')),
  ...[...TEXTS, ...NUMBERS, ...LISTS, ...OTHERS].map(entry('liquid')),
]

/** Filters that the engine puts in by itself; templates don't write them. */
export const INNER_FILTERS = ['safe_address', 'block_super'] as const
