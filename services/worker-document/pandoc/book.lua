-- Runs inside pandoc, between its reader and its writer. Only content of the file itself is passed on: pandoc's writers would
-- read any path that a picture, an attribute or a metadata field names, and include the file in the book.

local EPUB_PICTURES = {
  ['image/png'] = true, ['image/jpeg'] = true, ['image/gif'] = true, ['image/svg+xml'] = true, ['image/webp'] = true,
}
local OTHER_NAMES = { jpg = 'jpeg', svg = 'svg+xml' }
local KEPT_ATTRIBUTES = { lang = true, dir = true, width = true, height = true, start = true }
local TEXT_FIELDS = { 'title', 'subtitle', 'date', 'publisher', 'identifier', 'rights', 'description', 'subject' }
-- Metadata that pandoc's readers omit: markup.main.ts.
local found, properties = pcall(dofile, '/job/out/properties.lua')
if not found then properties = {} end

local function isTextOf(value) return value ~= nil and pandoc.utils.stringify(value) ~= '' end

-- Word allows few characters in a bookmark's name, but a book's anchors contain file names.
local places = {}
local function placeOf(name)
  local decoded = name:gsub('%%(%x%x)', function(hex) return string.char(tonumber(hex, 16)) end)
  return (decoded:gsub('[%z\1-,./:-@%[-^`{-\127]', '-'))
end

local function attributesOf(attr)
  local kept = {}
  for name, value in pairs(attr.attributes) do
    if KEPT_ATTRIBUTES[name] then kept[name] = value end
  end
  local place = placeOf(attr.identifier)
  places[place] = true
  return pandoc.Attr(place, attr.classes, kept)
end

local function plain(element)
  element.attr = attributesOf(element.attr)
  return element
end

-- The same rule as in chapter.ts, for Word files: anchors in the file, web pages and mail.
local function isHarmless(target)
  local lower = target:lower()
  return lower:match('^#') or lower:match('^https?:') or lower:match('^mailto:')
end

-- Losses that only this filter sees, each once: pandoc.engine.ts reads them.
local reported = {}
local function report(kind)
  if not reported[kind] then io.stderr:write('dropped: ' .. kind .. '\n') end
  reported[kind] = true
end

local function link(element)
  if not isHarmless(element.target) then
    report('links')
    return element.content
  end
  -- Plain text alone has no links.
  if FORMAT == 'plain' then report('links') end
  local place = element.target:match('^#(.+)$')
  if place then element.target = '#' .. placeOf(place) end
  return plain(element)
end

-- Places that a link of the file leads to.
local wanted = {}
local function want(element)
  local place = element.target:match('^#(.+)$')
  if place then wanted[placeOf(place)] = true end
  return nil
end

-- Only books and web pages have classes; AsciiDoc and Org would show marks of a span that says nothing else.
local holdsClasses = FORMAT:match('^epub') or FORMAT:match('^html')
local function span(element)
  local isWanted = wanted[placeOf(element.identifier)]
  if #element.content == 0 and not isWanted then return {} end
  local kept = plain(element)
  local says = isWanted or holdsClasses
  for _ in pairs(kept.attributes) do says = true end
  if says then return kept end
  return kept.content
end

-- For example a footnote's mark, which pandoc has replaced.
local function linkThatLeadsNowhere(element)
  local place = element.target:match('^#(.*)$')
  if place and not places[place] then return element.content end
  return nil
end

-- A table of contents links to headings with ids.
local headings = 0
local BLANK = { LineBreak = true, SoftBreak = true, Space = true }
local function heading(element)
  headings = headings + 1
  if element.identifier == '' then element.identifier = 'section-' .. headings end
  -- Headings of calibre end with a line break, which would end those of MediaWiki too early.
  local last = element.content[#element.content]
  while last and BLANK[last.t] do
    element.content:remove()
    last = element.content[#element.content]
  end
  return plain(element)
end

local function typeOf(source)
  -- The name that our script gave it, next to the page.
  local extension = source:match('^picture%-%d+%.(%a+)$')
  if extension then return 'image/' .. (OTHER_NAMES[extension] or extension) end
  local embedded = source:match('^data:([%w/+.-]+)[;,]')
  if embedded then return embedded:lower() end
  return (pandoc.mediabag.lookup(source))
end

-- A format that is one text file holds no pictures.
local PICTURES_IN = { epub = true, html = true, docx = true, odt = true, plain = true }
local holdsPictures = PICTURES_IN[FORMAT:match('^%a+')]

-- An external picture, or one that books cannot show, is replaced by its description.
local function picture(image)
  local kind = typeOf(image.src)
  if not holdsPictures then
    report('pictures')
    return image.caption
  end
  local shows = kind ~= nil and (not FORMAT:match('^epub') or EPUB_PICTURES[kind])
  if kind == nil then report('outside') end
  if not shows or (FORMAT == 'plain' and #image.caption == 0) then return image.caption end
  return plain(image)
end

local function plainRows(rows)
  for _, row in ipairs(rows) do
    row.attr = attributesOf(row.attr)
    for _, cell in ipairs(row.cells) do cell.attr = attributesOf(cell.attr) end
  end
end

local function isEmpty(rows)
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do
      if #cell.contents > 0 then return false end
    end
  end
  return true
end

-- A table of Zim has a head always: without one the writer would write the first row twice.
local function withHead(element)
  local body = element.bodies[1]
  if not body or #body.body == 0 or not isEmpty(element.head.rows) then return element end
  local row = body.body[1]:clone()
  for _, cell in ipairs(row.cells) do cell.contents = { pandoc.Plain({ pandoc.Str('\u{a0}') }) } end
  element.head.rows = { row }
  return element
end

-- A row of Zim is one line: paragraphs and line breaks in a cell would end it.
local function inOneLine(cell)
  local line = pandoc.utils.blocks_to_inlines(cell.contents, { pandoc.Space() })
  local function space() return pandoc.Space() end
  cell.contents = { pandoc.Plain(line):walk({ LineBreak = space, SoftBreak = space }) }
end

local function rowsInLines(rows)
  for _, row in ipairs(rows) do
    for _, cell in ipairs(row.cells) do inOneLine(cell) end
  end
end

local function plainTable(element)
  if FORMAT == 'zimwiki' then
    element = withHead(element)
    rowsInLines(element.head.rows)
    for _, body in ipairs(element.bodies) do
      rowsInLines(body.head)
      rowsInLines(body.body)
    end
    rowsInLines(element.foot.rows)
  end
  element.attr = attributesOf(element.attr)
  plainRows(element.head.rows)
  for _, body in ipairs(element.bodies) do
    body.attr = attributesOf(body.attr)
    plainRows(body.head)
    plainRows(body.body)
  end
  plainRows(element.foot.rows)
  return element
end

-- Formats that require an author name one in a book that has none: "?" in FictionBook, which reStructuredText reads as a
-- broken field, and "Unknown" in a book of calibre.
local function isName(name) return name:match('[%w\128-\255]') ~= nil and name ~= 'Unknown' end

local function authorsOf(meta)
  local names = pandoc.List(properties.authors or {})
  if #names == 0 and pandoc.utils.type(meta.author) == 'List' then
    for _, name in ipairs(meta.author) do names:insert(pandoc.utils.stringify(name)) end
  elseif #names == 0 and isTextOf(meta.author) then
    names:insert(pandoc.utils.stringify(meta.author))
  end
  return names:filter(isName):map(function(name) return pandoc.MetaInlines({ pandoc.Str(name) }) end)
end

local function escaped(text)
  return (text:gsub('[&<>"]', { ['&'] = '&amp;', ['<'] = '&lt;', ['>'] = '&gt;', ['"'] = '&quot;' }))
end

-- Fields that pandoc's template for HTML omits.
local function headOf(kept)
  local lines = pandoc.List()
  for _, name in ipairs({ 'publisher', 'identifier', 'rights', 'subject' }) do
    if kept[name] then
      local value = escaped(pandoc.utils.stringify(kept[name]))
      lines:insert(pandoc.RawBlock('html', '<meta name="' .. name .. '" content="' .. value .. '">'))
    end
  end
  return pandoc.MetaBlocks(lines)
end

-- HTML inside a markup: its tags go, the text between them stays.
local DROPPED_TAGS = { script = 'scripts', style = 'styles', audio = 'media', video = 'media', iframe = 'media', form = 'forms' }
local function raw(element)
  for tag in element.text:lower():gmatch('<(%a+)') do
    if DROPPED_TAGS[tag] then report(DROPPED_TAGS[tag]) end
  end
  return {}
end

local function metadata(meta)
  local kept = {}
  for _, name in ipairs(TEXT_FIELDS) do
    local value = isTextOf(meta[name]) and pandoc.utils.stringify(meta[name]) or properties[name]
    if value and value ~= '' then kept[name] = pandoc.MetaInlines({ pandoc.Str(value) }) end
  end
  local language = isTextOf(meta.lang) and pandoc.utils.stringify(meta.lang):match('^[%w-]+$')
  if language then kept.lang = pandoc.MetaInlines({ pandoc.Str(language) }) end
  if isTextOf(properties.language) then kept.lang = pandoc.MetaInlines({ pandoc.Str(properties.language) }) end
  -- Undetermined, ISO 639-2: otherwise pandoc would use the language of the machine.
  if not kept.lang and FORMAT:match('^epub') then kept.lang = pandoc.MetaInlines({ pandoc.Str('und') }) end
  kept.author = pandoc.MetaList(authorsOf(meta))
  -- A book and a page must have a title; the page does not show it.
  local untitled = pandoc.MetaInlines({ pandoc.Str('Untitled') })
  if FORMAT:match('^epub') then kept.title = kept.title or untitled end
  if FORMAT:match('^html') and not kept.title then kept.pagetitle = untitled end
  if FORMAT:match('^html') then kept['header-includes'] = headOf(kept) end
  return pandoc.Meta(kept)
end

-- Formats that are nothing but text have no field for a title: it becomes the first heading.
local UNTITLED = { mediawiki = true, dokuwiki = true, textile = true, zimwiki = true }

local function hasHeading(document, title)
  for _, block in ipairs(document.blocks) do
    if block.t == 'Header' and pandoc.utils.stringify(block) == title then return true end
  end
  return false
end

-- A title page, such as pandoc's own books have: DocBook and Org would show the title twice.
local function withoutTitlePage(document, title)
  local first, second = document.blocks[1], document.blocks[2]
  if second and second.t == 'Para' and #second.content == 0 then second = document.blocks[3] end
  if not first or first.t ~= 'Header' or pandoc.utils.stringify(first) ~= title then return nil end
  if not second or second.t ~= 'Header' or second.level > first.level then return nil end
  document.blocks:remove(1)
  return document
end

local function withTitle(document)
  if not isTextOf(document.meta.title) then return nil end
  local title = pandoc.utils.stringify(document.meta.title)
  local has = hasHeading(document, title)
  if UNTITLED[FORMAT] and not has then
    document.blocks:insert(1, pandoc.Header(1, { pandoc.Str(title) }))
    return document
  end
  -- The title of reStructuredText is a heading too: without this one the same would stand there twice.
  if FORMAT == 'rst' and has then
    document.meta.title = nil
    return document
  end
  if FORMAT:match('^docbook') or FORMAT == 'org' then return withoutTitlePage(document, title) end
  return nil
end

return {
  { Link = want },
  {
    RawInline = raw,
    RawBlock = raw,
    Image = picture,
    Link = link,
    Span = span,
    Code = plain,
    Div = plain,
    Header = heading,
    CodeBlock = plain,
    Table = plainTable,
    Meta = metadata,
  },
  { Link = linkThatLeadsNowhere },
  { Pandoc = withTitle },
}
