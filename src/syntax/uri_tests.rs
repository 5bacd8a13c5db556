//! Tests of [`super`]: public bug reports of URL readers, and the rules of profile 1, section 8.

use url::Url;

use super::*;

#[test]
fn userinfo_by_the_letter() {
    let cases = [
        ("https://user:pw@example.com/x", Userinfo::Present),
        ("ssh://git@host/repo", Userinfo::Present),
        ("http://example.com:80@evil.example/", Userinfo::Present),
        ("https://us%40er:p%3Aw@host/", Userinfo::Present),
        ("https://user%40corp:pw@host/", Userinfo::Present),
        ("https://:@host/", Userinfo::Present),
        ("https://:pw@host", Userinfo::Present),
        ("postgres://u:p@[::1]:5432/db", Userinfo::Present),
        ("//u@host/path", Userinfo::Present),
        ("app+private.x-1://token@", Userinfo::Present),
        ("https://jos\u{e9}@host/", Userinfo::Present),
        ("file://u@host/share", Userinfo::Present),
        ("https://@host/", Userinfo::Empty),
        ("https://@", Userinfo::Empty),
        ("//@host", Userinfo::Empty),
    ];
    for (text, kind) in cases {
        assert_eq!(userinfo(text), Some(kind), "{text:?}");
    }
}

#[test]
fn userinfo_for_lenient_readers() {
    let cases = [
        r"https:\\user:pw@host\x",
        r"https:/\user@host",
        r"\\user@host\x",
        r"/\user@host/",
        r"https://host\@other/",
        "https:user:pw@host",
        "https:/user:pw@host",
        "https:///user:pw@host",
        "https:////@host",
        "HTTPS:user@host",
        "ht\ttps://user:pw@host/",
        "https:/\n/user:pw@host/",
        " https://user:pw@host/",
        "\u{a0}\u{feff}https://user:pw@host/",
        "\u{1}https://user:pw@host/",
        "<https://user:pw@host/>",
        "1http://user@host",
        "ht tp://user@host",
        "https://user:p w@host/",
        "https://user:p^w@host/",
        "https://user:p%zzw@host/",
        "https://a@b@host/",
        "https://user%40host/",
        "https://user%3Apw%2540host/",
        "https://user@host:port/",
        "https://u\u{0}:p@host/",
        "://user@host",
    ];
    for text in cases {
        assert_eq!(userinfo(text), Some(Userinfo::Disguised), "{text:?}");
    }
}

#[test]
fn an_at_sign_elsewhere_is_no_userinfo() {
    let cases = [
        "",
        "@",
        "https://host/@scope/pkg?u=a@b#c@d",
        "https://host?u=a@b",
        "https://host#a@b",
        "https://reg.example.org:4873/@scope%2fpkg/-/pkg-1.0.0.tgz?u=a@b",
        "https://host/a%40b",
        r"https://host/a\@b",
        "https://host//user@other/",
        "https://host/https://user@other/",
        "mailto:someone@example.com",
        "mailto:support@vendor.example?subject=Case%20118",
        "git@host.example:team/repo.git",
        "user.name@host:path",
        "urn:example:a@b",
        "sip:alice@example.com",
        "acct:alice@example.com",
        "tag:alice@example.com,2026:x",
        "file:///home/a@b/c",
        "file:/home/a@b",
        "jdbc:postgresql://u:p@host/db",
        "data:text/plain,a//b@c",
        "a/b//c@d",
        "/a@b",
        "./a@b",
        "?a@b",
        "#a@b",
        r"C:\users\a@b",
        r"\\server\share\a@b",
        "https://[::1]:8443/x",
        "smb://store.example/imager/x@2.tif",
        "\u{65e5}\u{672c}@x",
    ];
    for text in cases {
        assert_eq!(userinfo(text), None, "{text:?}");
    }
}

#[test]
fn the_answer_repeats_nothing() {
    for kind in [Userinfo::Present, Userinfo::Empty, Userinfo::Disguised] {
        assert!(!format!("{kind} {kind:?}").is_empty());
    }
    let found = userinfo("https://hunter2:hunter3@host/").unwrap();
    assert!(!format!("{found} {found:?}").contains("hunter"));
}

#[test]
fn addresses_inside_addresses_are_suspected() {
    let cases = [
        "jdbc:postgresql://u:p@host/db",
        "JDBC:oracle:thin:scott/tiger@host:1521:orcl",
        "jdbc:oracle:thin:scott/tiger@//host:1521/service",
        "view-source:https://u:p@host/",
        "https://host/login?next=https://u:p@other/",
        "https://host/login?a=b&next=https%3A%2F%2Fu%3Ap%40other%2F",
        "https://host/login?next=https%253A%252F%252Fu%253Ap%2540other",
        "https://archive.example/web/https://u@other/",
        "https://host/#https://u@other",
    ];
    for text in cases {
        assert_eq!(suspected_secret(text), Some("an address inside the URI with userinfo"), "{text:?}");
    }
}

#[test]
fn parameters_that_sign_or_carry_a_token_are_suspected() {
    let signing = [
        "https://bucket.example/o?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=abc",
        "https://store.example/o?X-Goog-Signature=abc",
        "https://acct.blob.example/c/b?sv=2024-01-01&se=2026-01-01&sig=abc%3D",
        "https://cdn.example/f?Expires=1&Signature=abc&Key-Pair-Id=K1",
    ];
    for text in signing {
        assert_eq!(suspected_secret(text), Some("a parameter that signs the URL"), "{text:?}");
    }
    let tokens = [
        "https://host/x?token=abc",
        "https://host/x?a=1&access_token=abc",
        "https://host/x#access_token=abc&token_type=bearer",
        "https://host/#/route?apiKey=abc",
        "https://host/x?api%5Fkey=abc",
        "https://host/x?%61ccess_token=abc",
        "https://host/x?%2561ccess_token=abc",
        "https://host/x?a=1;password=abc",
        "https://host/x;jsessionid=abc",
        "jdbc:postgresql://host/db?user=u&password=p",
        "jdbc:sqlserver://host:1433;user=u;password=p",
        "https://host/x?db-password=p",
        "https://host/x?client_secret=p",
        "x?to\tken=abc",
    ];
    for text in tokens {
        let expected = Some("a parameter with the name of a token or password");
        assert_eq!(suspected_secret(text), expected, "{text:?}");
    }
}

#[test]
fn ordinary_addresses_are_not_suspected() {
    let cases = [
        "",
        "https://host/token/password=x",
        "https://host/x?page_token_count=3",
        "https://host/x?token=",
        "https://host/x?token",
        "https://host/x?q=password",
        "https://host/x?from=now-3h&to=now",
        "https://host/@scope/pkg?u=a@b",
        "https://host/x?r=https://other/@y",
        "https://host/x?r=https%3A%2F%2Fother%2F%40y&by=a@b",
        "https://user:pw@host/",
        "mailto:support@vendor.example?subject=Case%20118",
        "urn:example:a@b",
        "git@host.example:team/repo.git",
        "jdbc:postgresql://host/db",
        "https://host/%zz?%=1&%4=2",
    ];
    for text in cases {
        assert_eq!(suspected_secret(text), None, "{text:?}");
    }
}

#[test]
fn absolute_uris_have_a_scheme_and_only_the_letters_of_rfc_3986() {
    let yes = [
        "https://host/a?b#c",
        "urn:example:x",
        "mailto:a@b.example",
        "x-private+1.0:anything",
        "file:///var/log/probe",
        "a:",
        "https://[::1]:8443/",
    ];
    for text in yes {
        assert!(is_absolute_uri(text), "{text:?}");
    }
    let no = [
        "",
        "//host/x",
        "/path",
        "path",
        "?q",
        "1a:b",
        "https://host/a b",
        "https://host/\u{e9}",
        "https://host/%zz",
        r"https:\\host",
        "https://host:port/",
        " https://host/",
        "https://host/\n",
        "https://[::1/",
        "git@host:path",
    ];
    for text in no {
        assert!(!is_absolute_uri(text), "{text:?}");
    }
}

/// The reading of the WHATWG URL standard, on its own and as a link on a page.
fn browser_finds_userinfo(text: &str) -> bool {
    let holds = |url: &Url| !url.username().is_empty() || url.password().is_some();
    let page = Url::parse("https://page.invalid/").expect("a base");
    Url::parse(text).is_ok_and(|url| holds(&url)) || page.join(text).is_ok_and(|url| holds(&url))
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4096))]

    /// The raw scan is the widest reading: whatever is found by the letter or by browsers, it finds.
    #[test]
    fn the_raw_scan_misses_nothing_that_parsers_find(
        front in "[ \t\u{1}]?(https?|ftp|file|ssh|x|1)?\t?:?",
        rest in "[/\\\\:@?#%42fFaub \t\n.\u{e9}\u{ff20}<\\[\\]-]{0,14}",
    ) {
        let text = front + &rest;
        let by_the_letter = matches!(userinfo(&text), Some(Userinfo::Present | Userinfo::Empty));
        if by_the_letter || browser_finds_userinfo(&text) {
            proptest::prop_assert!(raw_scan_finds_userinfo(&text), "{:?}", text);
        }
        let _ = suspected_secret(&text);
    }
}
