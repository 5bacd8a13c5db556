//! What is taken for a credential, and what is not.

use super::super::places::Places;
use super::*;
use crate::json::{Limits, read};

fn found(json: &str) -> Vec<String> {
    let tree = read(json.as_bytes(), &Limits::default()).unwrap();
    let places = Places::new(&tree);
    suspected(&tree).into_iter().map(|(node, _)| places.pointer(node)).collect()
}

#[test]
fn credentials_are_found_where_they_stand() {
    for json in [
        r#"{"a":{"db_password":"hunter2!"}}"#,
        r#"{"a":{"Authorization":"Bearer abc.def"}}"#,
        r#"{"a":{"x":"-----BEGIN PRIVATE KEY-----\nMC4"}}"#,
        r#"{"a":{"x":"use AKIAABCDEFGHIJKLMNOP for it"}}"#,
        r#"{"a":{"x":"(ghp_0123456789abcdef0123456789abcdef0123)"}}"#,
        r#"{"a":{"x":"Authorization: Bearer abc.def-123"}}"#,
        r#"{"a":{"x":"then password: hunter2!"}}"#,
        r#"{"a":{"x":"the-long-name-of-a-variable-of-some-service-api-key=abc123def"}}"#,
        r#"{"a":{"x":"export API_KEY=abc123def"}}"#,
        r#"{"a":{"x":"see https://u:p@h.example/ there"}}"#,
    ] {
        assert_eq!(found(json).len(), 1, "{json}");
    }
}

/// What is looked at again and again would take minutes here.
#[test]
fn long_texts_take_no_long_time() {
    for part in [
        ":",
        "password:",
        "password: a",
        "a=",
        "x://",
        "sk-",
        "pin:",
        "pin: ",
        "\"",
        " =",
        "--pin ",
        "--",
        "[",
        "SG.",
        "x:/",
        "{\"a\":\"",
        "hooks.slack.com/",
        "_",
        "A",
        "é:",
        "a://b@",
    ] {
        let text = part.repeat((1 << 20) / part.len());
        found(&serde_json::json!({ "a": text }).to_string());
    }
}

#[test]
fn words_about_credentials_are_none() {
    for json in [
        r#"{"x":"rotate the password: it is old"}"#,
        r#"{"password":""}"#,
        r#"{"x":"the secret is kept in the vault"}"#,
        r#"{"x":"sk-learn, eyJ, AKIA"}"#,
        r#"{"x":"https://h.example/a?b=c"}"#,
        r#"{"secret":"none"}"#,
    ] {
        assert_eq!(found(json), Vec::<String>::new(), "{json}");
    }
}

/// Under names, in whatever shape the value has.
#[test]
fn values_under_the_name_of_a_credential() {
    for (json, place) in [
        (r#"{"password":["hunter2!"]}"#, "/password/0"),
        (r#"{"password":{"value":"hunter2!"}}"#, "/password/value"),
        (r#"{"a":{"password":[{"v":"hunter2!"}]}}"#, "/a/password/0/v"),
        (r#"{"passwords":{"alice":"hunter2!"}}"#, "/passwords/alice"),
        (r#"{"pin":1234}"#, "/pin"),
        (r#"{"pin":"4411"}"#, "/pin"),
        (r#"{"otp":123456}"#, "/otp"),
        (r#"{"password":123456}"#, "/password"),
        (r#"{"password":"p4ss"}"#, "/password"),
        (r#"{"password":"correct horse 2 battery"}"#, "/password"),
        (r#"{"passphrase":"correct horse battery staple"}"#, "/passphrase"),
        (r#"{"mnemonic":"legal winner thank year wave sausage"}"#, "/mnemonic"),
        (r#"{"token":"abc123def456"}"#, "/token"),
        (r#"{"session_token":"abcdefghijklmnopqrstuvwx"}"#, "/session_token"),
        (r#"{"sessionToken":"abc123def"}"#, "/sessionToken"),
        (r#"{"X-Vault-Token":"abc123def"}"#, "/X-Vault-Token"),
        (r#"{"credentials":"bob:hunter2!"}"#, "/credentials"),
        (r#"{"pwd":"hunter2!"}"#, "/pwd"),
        (r#"{"db_pass":"hunter2!"}"#, "/db_pass"),
        (r#"{"bearer":"abc.def-123"}"#, "/bearer"),
        (r#"{"ssh_key":"AAAAB3Nza"}"#, "/ssh_key"),
        (r#"{"signingKey":"0a1b2c3d"}"#, "/signingKey"),
        (r#"{"private_key_pem":"MIIEvQIBADAN"}"#, "/private_key_pem"),
        (r#"{"API_KEY_2":"abc123"}"#, "/API_KEY_2"),
        (r#"{"APIKey":"abc123"}"#, "/APIKey"),
        (r#"{"connection_string":"Server=db;Uid=u;Pwd=p"}"#, "/connection_string"),
        (r#"{"SENTRY_DSN":"abc@o1.ingest.example/1"}"#, "/SENTRY_DSN"),
        (r#"{"sas_token":"sv=2024-11-04&ss=b"}"#, "/sas_token"),
        (r#"{"totp_seed":"JBSWY3DPEHPK3PXP"}"#, "/totp_seed"),
        (r#"{"refresh":"0a1b2c3d4e5f60718293a4b5"}"#, "/refresh"),
        (r#"{"Cookie":"sid=abc; theme=dark"}"#, "/Cookie"),
        (r#"{"Authorization":"Digest username=\"bob\""}"#, "/Authorization"),
        (r#"{"PaSsWoRd":"hunter2!"}"#, "/PaSsWoRd"),
    ] {
        assert_eq!(found(json), [place], "{json}");
    }
}

/// The name is a value too.
#[test]
fn values_beside_the_name_of_a_credential() {
    for (json, place) in [
        (r#"[{"name":"password","value":"hunter2!"}]"#, "/0/value"),
        (r#"[{"value":"hunter2!","key":"DB_PASSWORD"}]"#, "/0/value"),
        (r#"{"headers":[{"name":"Authorization","value":"Bearer abc.def"}]}"#, "/headers/0/value"),
        (r#"{"headers":[["X-Api-Key","abc123"]]}"#, "/headers/0/1"),
        (r#"{"headers":["X-Api-Key: abc123"]}"#, "/headers/0"),
        (r#"{"args":["login","--password","hunter2!","-v"]}"#, "/args/2"),
        (r#"{"x":"mysql --user bob --password hunter2! db"}"#, "/x"),
        (r#"{"x":"API key: abc123def"}"#, "/x"),
        (r#"{"x":"password = 'hunter2!'"}"#, "/x"),
        (r#"{"x":"the call had {\"password\": \"hunter2!\"}."}"#, "/x"),
        (r#"{"x":"{\"password\":[\"hunter2!\"]}"}"#, "/x"),
        (r#"{"x":"[{\"a\":\"{\\\"pin\\\":1234}\"}]"}"#, "/x"),
        (r#"{"x":"DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Zm9vYmFy+x=="}"#, "/x"),
        (r#"{"x":"Endpoint=sb://b.example/;SharedAccessKeyName=a;SharedAccessKey=Zm9vYmFy"}"#, "/x"),
        (r#"{"x":"?sv=2024&sig=0a1b2c3d4e5f60718293a4b5c6d7"}"#, "/x"),
        (r#"{"x":"curl 'https://b.example/o?X-Amz-Signature=0a1b' -o f"}"#, "/x"),
        (r#"{"x":"(url=postgres://bob:pw@db.example/x)"}"#, "/x"),
    ] {
        assert_eq!(found(json), [place], "{json}");
    }
}

#[test]
fn tokens_of_well_known_forms() {
    let hex = "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9";
    for token in [
        format!("ghu_{hex}"),
        format!("ghr_{hex}"),
        "xapp-1-A01-123-abc".into(),
        "xoxr-123-456-abc".into(),
        "rk_live_0a1b2c3d4e5f6071".into(),
        format!("npm_{hex}"),
        format!("hf_{hex}"),
        format!("pypi-AgEIcHlwaS5vcmc{hex}"),
        format!("dop_v1_{hex}"),
        format!("hvs.CAESI{hex}"),
        format!("SG.{}.{}", &hex[..22], &hex[..43]),
        format!("ya29.a0{hex}"),
        "EAACEdEose0cBAabc".into(),
        format!("AGE-SECRET-KEY-1{}", hex.to_uppercase()),
        format!("eyJhbGciOiJIUzI1NiJ9.{hex}.{hex}"),
        "-----BEGIN PGP PRIVATE KEY BLOCK-----".into(),
        "-----BEGIN OPENSSH PRIVATE KEY-----".into(),
        "PuTTY-User-Key-File-3: ssh-ed25519".into(),
        "https://hooks.slack.com/services/T000/B000/abc".into(),
    ] {
        for text in [token.clone(), format!("use:{token}, then"), format!("x/{token}?")] {
            assert_eq!(found(&serde_json::json!({ "x": text }).to_string()), ["/x"], "{text}");
        }
        // A pointer to the member would repeat its name.
        let name = serde_json::json!({"a": [{ &token: {"b": 1} }]}).to_string();
        assert_eq!(found(&name), ["/a/0"], "{name}");
        let under = serde_json::json!({"a": [{ &token: {"password": "hunter2!"} }]}).to_string();
        assert!(found(&under).iter().all(|pointer| pointer == "/a/0"), "{under}");
    }
}

#[test]
fn words_that_look_like_names_of_credentials() {
    for json in [
        r#"{"token_count":123456,"tokenizer":"cl100k-base-2024","max_tokens":4096,"tokens":12345678}"#,
        r#"{"secretary":"Ms 2nd Example","password_policy":"12+ characters","cookie_banner":"v2.1=on"}"#,
        r#"{"next_page_token":"abc123def456","stop_token":"<|endoftext|>1","passwords":1500}"#,
        r#"{"pin":13,"pins":[1,2],"PWD":"/home/u1/src","pass":true,"passes":"3 of 4 did"}"#,
        r#"{"password":"<redacted>","secret":"[REDACTED]","api_key":"********","token":"${GH_TOKEN}"}"#,
        r#"{"password":null,"secret":false,"token":"","password_hash_rounds":100000}"#,
        r#"{"authorization":{"status":"approved","by":"manager-2"},"access":"read-only"}"#,
        r#"{"properties":{"password":{"type":"string","minLength":12}}}"#,
        r#"{"credentials":{"provider":"vault-2","path":"kv/db-1"},"secret":{"name":"db-creds-1"}}"#,
        r#"{"session_id":"019967c3-8314-71a8","idempotency_key":"rf-88-2041-2","key":"INC-2209"}"#,
        r#"{"x":"npm_config_user_agent_of_the_package_manager is set"}"#,
        r#"{"x":"secret_rotation_runbook_for_the_payment_service"}"#,
        r#"{"x":"tokens: 12000 of 200000; token_count=4096; cookie: none"}"#,
        r#"{"x":"sk-learn-contrib-and-more-stuff, see https://h.example/?page=2"}"#,
        r#"{"x":"the password: unchanged. The token: see the vault"}"#,
        r#"["password","username"]"#,
        r#"["sign","--secret-key","us-1.pem"]"#,
        r#"{"x":"sign --secret-key us-1.pem, then SigningKey::from_bytes_2 is called"}"#,
        r#"{"x":"password = get_password(2); token = os.environ['T_1']; let token: aes2::Token = x; a_token: Token![a2]"}"#,
        r#"{"x":"const apiKey = process.env.API_KEY_2; this.secret = config[\"x-1\"]"}"#,
        r#"{"x":"[instruction: user] do it","y":"{not json}"}"#,
        r#"{"name":"password","type":"string","description":"At least 12 characters"}"#,
    ] {
        assert_eq!(found(json), Vec::<String>::new(), "{json}");
    }
}
