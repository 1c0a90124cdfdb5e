<?php
// Prints what DokuWiki shows for a page: markup-dokuwiki.php FOLDER, the page on the standard input. The wiki is one of its
// own in an empty folder: that of the machine belongs to a web server.
$folder = $argv[1];
foreach (['pages', 'attic', 'media', 'media_attic', 'media_meta', 'meta', 'cache', 'index', 'locks', 'tmp', 'log'] as $name)
    mkdir("$folder/data/$name", 0700, true);
mkdir("$folder/conf");
foreach (glob('/etc/dokuwiki/*.{conf,php}', GLOB_BRACE) as $file)
    if (is_readable($file)) copy($file, "$folder/conf/" . basename($file));
file_put_contents("$folder/conf/local.php", "<?php \$conf['savedir'] = '$folder/data'; \$conf['useacl'] = 0;");

$_SERVER['HTTP_HOST'] = 'localhost';
define('NOSESSION', 1);
define('DOKU_CONF', "$folder/conf/");
define('DOKU_INC', '/usr/share/dokuwiki/');
require DOKU_INC . 'inc/init.php';

$info = [];
echo p_render('xhtml', p_get_instructions(stream_get_contents(STDIN)), $info);
